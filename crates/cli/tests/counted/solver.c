#include <stdio.h>
#include <string.h>

static const char *product(const char *line) {
    if (strstr(line, "(* x x)"))
        return "sat";
    return "unsat";
}

static const char *quotient(const char *line) {
    if (strstr(line, "(div 0 0)"))
        return "unknown";
    return "unsat";
}

int main(void) {
    char line[4096];
    const char *answer = "sat";
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "(* "))
            answer = product(line);
        if (strstr(line, "(never "))
            answer = quotient(line);
        if (strstr(line, "forever"))
            for (;;)
                ;
        if (strstr(line, "check-sat"))
            puts(answer);
    }
    return 0;
}
