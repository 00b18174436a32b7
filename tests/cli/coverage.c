#include <stdio.h>

static void answer(void) {
    puts("sat");
}

int main(void) {
    int c, parentheses = 0;
    while ((c = getchar()) != EOF)
        if (c == '(')
            parentheses++;
    if (parentheses > 4)
        answer();
    else
        puts("sat");
    return 0;
}
