/* Reads scripts as z3 does, and dies where a formula has ten products, quotients and remainders: each is asked
 * for where the one before is there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int nonlinear(const char *script) {
    int count = 0;
    for (; (script = strstr(script, "(bv")); script++)
        if (!strncmp(script + 3, "mul", 3) || !strncmp(script + 3, "udiv", 4) || !strncmp(script + 3, "urem", 4))
            count++;
    return count;
}

static void look(const char *script) {
    int n = nonlinear(script);
    if (n > 0)
        if (n > 1)
            if (n > 2)
                if (n > 3)
                    if (n > 4)
                        if (n > 5)
                            if (n > 6)
                                if (n > 7)
                                    if (n > 8)
                                        if (n > 9)
                                            abort();
}

static char script[1 << 20];
static size_t length;

static void command(const char *text) {
    if (!strncmp(text, "(echo \"", 7)) {
        const char *end = strrchr(text, '"');
        printf("%.*s\n", (int)(end - text - 7), text + 7);
    } else if (!strncmp(text, "(reset)", 7)) {
        script[length = 0] = 0;
    } else if (!strncmp(text, "(check-sat", 10)) {
        look(script);
        puts("unknown");
    } else if (!strncmp(text, "(get-", 5)) {
        puts("(error \"line 1 column 1: model is not available\")");
    } else if (!strncmp(text, "(exit)", 6)) {
        exit(0);
    } else if (length + strlen(text) < sizeof script) {
        strcpy(script + length, text);
        length += strlen(text);
    }
    fflush(stdout);
}

int main(int argc, char **argv) {
    static char text[1 << 20];
    size_t at = 0;
    int c, depth = 0, quoted = 0;
    if (argc > 1 && !strcmp(argv[1], "--version")) {
        puts("Z3 version 4.99.0 - 64 bit");
        return 0;
    }
    while ((c = getchar()) != EOF) {
        if (!at && c != '(')
            continue;
        if (at < sizeof text - 1)
            text[at++] = c;
        quoted ^= c == '"';
        depth += quoted ? 0 : (c == '(') - (c == ')');
        if (!depth && c == ')') {
            text[at] = 0;
            command(text);
            at = 0;
        }
    }
    return 0;
}
