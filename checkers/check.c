/* Checks a proof file of Sleuth: that there is a strategy with this total, and that none is better.
 *
 *   cc -O2 -std=c99 -o check check.c
 *   check FILE                        Mastermind, Bulls & Cows: the law is in here
 *   check FILE -w ANSWERS ALLOWED     Wordle: two lists of words, one a line
 *   check FILE -t TABLE               any other game: the answers, as `sleuth verify FILE --table TABLE` writes them
 *   gzip -dc FILE.gz | check -
 *
 * Exit code 0: right. 1: wrong. 2: the file cannot be read, or is for another game. The format is described in
 * docs/reference/certificates.md; this program shares no code with the solver or with the checker in Python.
 *
 *    1 Numbers, ends, memory     4 The law                 7 Maps                      10 Reading lemmas
 *    2 Text                      5 What size tells         8 What is known of a set    11 The tree
 *    3 The digest                6 Sets and their parts    9 A lemma follows           12 The file
 *
 * All of a proof hangs on 8 and 9: a lemma is a bound, and it follows if no action can be asked that takes less, by
 * the bounds of the parts that its answers leave. Lemmas come smallest sets first, so none leans on itself.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- 1. Numbers, ends, memory ---- */
typedef long long Int;              /* 64 bits at least */
#define LARGEST 9223372036854775807
#define FOREVER LARGEST             /* no limit on the steps */
#define NEVER 4000000000000000000   /* the total of what cannot be settled: above all numbers of 18 digits */
#define MASS 1000000000000          /* the most that one step of all secrets costs: MOST such steps are below NEVER */
#define MOST 65535                  /* secrets, actions and answers have numbers of two bytes */
enum { WRONG = 1, DAMAGED = 2 };    /* it says what does not hold; it cannot be read */

static void stop(int code, const char *text, ...) {
    FILE *out = code == WRONG ? stdout : stderr;
    va_list list;
    va_start(list, text);
    fputs(code == WRONG ? "WRONG: " : "check: ", out), vfprintf(out, text, list), fputs(".\n", out);
    exit(code);
}
static void *more(void *old, size_t number, size_t size) { /* the old content, and more room; there, or it stops */
    void *out = number > SIZE_MAX / size ? NULL : realloc(old, number ? number * size : 1);
    if (!out) stop(DAMAGED, "out of memory");
    return out;
}
static void *room(size_t number, size_t size) { /* all zero */
    void *out = calloc(number ? number : 1, size);
    return out ? out : more(NULL, SIZE_MAX, 2); /* which stops */
}
static void *grown(void *list, Int count, size_t size) { /* room for one more: twice as much whenever it is full */
    return count & (count - 1) ? list : more(list, 2 * (size_t)count + 1, size);
}
static Int plus(Int a, Int b) { return a + b >= NEVER ? NEVER : a + b; } /* both up to NEVER, so the sum fits */

/* ---- 2. Text: a file as lines, a line as words, a word as a number ---- */
typedef struct { char **lines; Int count, at; } File; /* the lines without what ends them; which one comes next */

static File open_file(const char *path, int list) { /* a list of words may lack what ends its last line */
    FILE *in = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    char *text = NULL, *line, *end;
    size_t size = 0, space = 0, got = 1;
    for (; in && got; size += got) {
        if (space - size < 65536) text = more(text, space = 2 * space + 65536, 1);
        got = fread(text + size, 1, space - size - 1, in);
    }
    if (!in || ferror(in)) stop(DAMAGED, "%s cannot be read", path);
    if (size > 1 && !memcmp(text, "\x1f\x8b", 2)) stop(DAMAGED, "%s is compressed: gzip -dc FILE | check -", path);
    if (list && size && text[size - 1] != '\n') text[size++] = '\n';
    File f = {NULL, 0, 0};
    for (line = text; line < text + size; line = end + 1) {
        end = memchr(line, '\n', (size_t)(text + size - line));
        if (!end || end == line || memchr(line, 0, (size_t)(end - line)))
            stop(DAMAGED, "line %lld of %s is cut short, empty or no text", f.count + 1, path);
        *end = 0, f.lines = grown(f.lines, f.count, sizeof *f.lines), f.lines[f.count++] = line;
    }
    char last[32]; /* the last line of all but lists counts those before it; so nobody reads beyond it */
    sprintf(last, "end %lld", f.count - 1);
    if (!list && (!f.count || strcmp(f.lines[f.count - 1], last))) stop(DAMAGED, "%s is cut short: no end line", path);
    return f;
}
static int is(const char *text, const char *word) { return !strcmp(text, word); }
static int begins(const char *text, const char *word) { return !strncmp(text, word, strlen(word)); }
static char *next_word(char **line) { /* cut off what is left of a line; an empty one where nothing is */
    char *word = *line, *blank = strchr(word, ' ');
    if (blank && (blank == word || !blank[1])) stop(DAMAGED, "a line has two blanks side by side, or one at its end");
    if (blank) *blank = 0;
    *line = blank ? blank + 1 : word + strlen(word);
    return word;
}
static Int number_of(const char *word, Int least, Int below) { /* 18 digits fit */
    size_t size = strspn(word, "0123456789");
    Int n = 0;
    if (!size || size > 18 || word[size]) stop(DAMAGED, "'%.40s' is no whole number of 1 to 18 digits", word);
    for (size_t i = 0; i < size; i++) n = 10 * n + (word[i] - '0');
    if (n < least || n >= below) stop(DAMAGED, "the number %lld is out of range", n);
    return n;
}
static Int next_number(char **line, Int least, Int below) { return number_of(next_word(line), least, below); }
static void line_ends(const char *line) { if (*line) stop(DAMAGED, "a line goes on: '%.40s'", line); }
static int comes(File f, const char *word) { return begins(f.lines[f.at], word); }
static char *value_of(File *f, const char *name) { /* what follows a word that must come next */
    char *line = f->lines[f->at++];
    if (!begins(line, name) || !is(next_word(&line), name)) stop(DAMAGED, "line %lld must be '%s'", f->at, name);
    return line;
}
static Int number_after(File *f, const char *name, Int least) {
    char *line = value_of(f, name);
    Int n = next_number(&line, least, LARGEST);
    return line_ends(line), n;
}

/* ---- 3. The digest: SHA-256, as in FIPS 180-4 ---- */
static const uint32_t constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};
static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }
static void digest_of(uint8_t *text, size_t size, char *hex) { /* 64 digits; the text has room for 72 bytes more */
    uint32_t sum[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint64_t bits = 8 * (uint64_t)size;
    for (text[size++] = 0x80; size % 64 != 56; size++) text[size] = 0;
    for (int i = 56; i >= 0; i -= 8) text[size++] = (uint8_t)(bits >> i);
    for (const uint8_t *at = text; at < text + size; at += 64) {
        uint32_t w[64], v[8]; /* a to h of the standard */
        memcpy(v, sum, sizeof v);
        for (int i = 0; i < 64; i++) {
            const uint8_t *x = at + 4 * (i % 16);
            uint32_t p = i < 16 ? 0 : w[i - 15], q = i < 16 ? 0 : w[i - 2];
            uint32_t r = (turn(p, 7) ^ turn(p, 18) ^ p >> 3) + (turn(q, 17) ^ turn(q, 19) ^ q >> 10);
            if (i < 16) w[i] = (uint32_t)x[0] << 24 | (uint32_t)x[1] << 16 | (uint32_t)x[2] << 8 | x[3];
            else w[i] = w[i - 16] + w[i - 7] + r;
            uint32_t a = v[0], b = v[1], c = v[2], e = v[4], f = v[5], g = v[6];
            uint32_t one = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constant[i] + w[i];
            uint32_t two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            v[7] = g, v[6] = f, v[5] = e, v[4] = v[3] + one, v[3] = c, v[2] = b, v[1] = a, v[0] = one + two;
        }
        for (int i = 0; i < 8; i++) sum[i] += v[i];
    }
    for (int i = 0; i < 8; i++) sprintf(hex + 8 * i, "%08lx", (unsigned long)sum[i]);
}

/* ---- 4. The law: for every secret and action the number of the answer ---- */
typedef uint16_t Code;                /* the number of an answer; 0 wins */
typedef uint8_t Word[16];             /* a code, or the letters of a word */
static int names;                     /* the goal: 1 to name the secret, 0 to know it */
static int N, M, A;                   /* secrets, actions, and one more than the largest number of an answer */
static Code *law;                     /* N rows of M answers */
static int named[MOST], naming[MOST]; /* what an action wins with, what a secret is won with; or -1 */
static Int weight[MOST], cost[MOST];  /* of secrets, of actions; from 1 */
static uint8_t **after;               /* after[a * A + answer][b]: b may be asked from then on. NULL: all may */

static const Code *row(int secret) { return law + (size_t)secret * M; }
static void size_law(Int secrets, Int actions) { /* nothing large is made before the sizes are as the file says */
    if (secrets != N || actions != M)
        stop(DAMAGED, "it was made for another law: this one has %lld secrets and %lld actions", secrets, actions);
    law = more(NULL, (size_t)N * M, sizeof *law);
    for (int a = 0; a < M; a++) named[a] = -1, cost[a] = 1;
    for (int s = 0; s < N; s++) naming[s] = -1, weight[s] = 1;
}
static int code_mark(const uint8_t *x, const uint8_t *y, int length) { /* right somewhere, and right in their places */
    uint8_t left[100] = {0};
    int black = 0, both = 0;
    for (int i = 0; i < length; i++) left[y[i]]++, black += x[i] == y[i];
    for (int i = 0; i < length; i++) if (left[x[i]]) left[x[i]]--, both++; /* as long as the secret has more of them */
    return both * (length + 1) + black;
}
static int word_mark(const uint8_t *x, const uint8_t *y, int length) { /* a digit for each letter: 2 green, 1 yellow */
    uint8_t left[26] = {0}; /* what is not in its place: each of these letters makes one yellow */
    int mark = 0;
    for (int i = 0; i < length; i++) left[y[i]] += x[i] != y[i];
    for (int i = 0; i < length; i++) {
        int green = x[i] == y[i], yellow = !green && left[x[i]];
        mark = 3 * mark + 2 * green + yellow, left[x[i]] -= yellow;
    }
    return mark;
}
/* The largest mark is that of the secret itself, and wins. The others get numbers from 1, as they come. */
typedef int Mark(const uint8_t *action, const uint8_t *secret, int length);
static void fill_law(Word *secrets, Word *actions, int length, Mark *mark, int win) {
    int *number = room((size_t)win + 1, sizeof *number);
    A = 1;
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) {
        int one = mark(actions[a], secrets[s], length);
        if (one == win) named[a] = s, naming[s] = a;
        else if (!number[one]) number[one] = A++;
        law[(size_t)s * M + a] = (Code)number[one];
    }
    free(number);
}
static void code_law(int places, int symbols, int distinct) { /* Mastermind; with symbols that differ, Bulls & Cows */
    Word code = {0}, *codes = room((size_t)N + 1, sizeof(Word));
    Int n = 0, all = 1;
    for (int i = 0; i < places; i++)
        if ((all *= symbols) > 100000000) stop(DAMAGED, "too many codes of %d places, %d symbols", places, symbols);
    for (int place = 0; place >= 0 && n <= N;) { /* all codes in order, as a counter goes; those of the game are kept */
        int kept = 1;
        for (int i = 0; distinct && i < places; i++) for (int j = 0; j < i; j++) kept &= code[i] != code[j];
        if (kept) memcpy(codes[n++], code, sizeof code);
        for (place = places - 1; place >= 0 && ++code[place] == symbols; place--) code[place] = 0;
    }
    size_law(n, n), fill_law(codes, codes, places, code_mark, places * (places + 1) + places), free(codes);
}
static int code_game(const char *game, const char *form, int distinct) { /* whether it is of this form, to the letter */
    char text[80];
    for (int places = 1; places <= 16; places++) for (int symbols = 1; symbols <= 100; symbols++) {
        sprintf(text, form, places, symbols);
        if (is(game, text)) return code_law(places, symbols, distinct), 1;
    }
    return 0;
}
static int in_alphabet(const void *x, const void *y) { return memcmp(x, y, sizeof(Word)); }
static Int read_words(const char *path, Word *words, Int n, size_t *length) { /* to the n there; in order, each once */
    File f = open_file(path, 1);
    Int kept = 0;
    for (Int k = 0; k < f.count; k++, n++) {
        size_t size = strspn(f.lines[k], "abcdefghijklmnopqrstuvwxyz");
        if (!*length) *length = size;
        if (!size || size > 10 || size != *length || strcspn(f.lines[k], "\r") != size || n == 2 * MOST)
            stop(DAMAGED, "line %lld of %s is no word of the right length, or one too many", k + 1, path);
        memset(words[n], 0, sizeof(Word));
        for (size_t i = 0; i < size; i++) words[n][i] = (uint8_t)(f.lines[k][i] - 'a');
    }
    qsort(words, (size_t)n, sizeof(Word), in_alphabet);
    for (Int k = 0; k < n; k++)
        if (!k || in_alphabet(words[kept - 1], words[k])) memmove(words[kept++], words[k], sizeof(Word));
    return kept;
}
/* 2 for wordle:answers=FILE,allowed=FILE, in any order; 1 for wordle:answers=FILE, where nothing else is allowed; 0 for
 * all else, since another key is another law. What the files are called here does not matter. */
static int plain_words(const char *game) {
    const char *key[] = {"answers=", "allowed="};
    int seen[2] = {0, 0};
    if (!begins(game, "wordle")) return 0;
    for (game += 6; *game; ) {
        int k = begins(game + 1, key[0]) ? 0 : 1;
        if (*game != (seen[0] || seen[1] ? ',' : ':') || !begins(game + 1, key[k]) || seen[k]++) return 0;
        game += 1 + strlen(key[k]);
        size_t size = strcspn(game, ",:()"); /* a bracket: what is in it ends elsewhere */
        if (!size || *game == ' ' || game[size - 1] == ' ') return 0;
        game += size;
    }
    return seen[0] ? 1 + seen[1] : 0;
}
static void word_law(const char *game, const char *answers, const char *allowed) {
    int win = 1, lists = names ? plain_words(game) : 0;
    if (!lists) stop(DAMAGED, "it is no proof for plain Wordle: give a table (-t)");
    Word *secrets = room(2 * MOST, sizeof(Word)), *actions = room(2 * MOST, sizeof(Word));
    size_t length = 0;
    Int n = read_words(answers, secrets, 0, &length);
    memcpy(actions, secrets, (size_t)n * sizeof(Word)), size_law(n, read_words(allowed, actions, n, &length));
    if (lists == 1 && M > N) stop(DAMAGED, "its game allows the answers alone, and %s has more", allowed);
    for (size_t i = 0; i < length; i++) win *= 3;
    fill_law(secrets, actions, (int)length, word_mark, win - 1), free(secrets), free(actions);
}
static void table_law(const char *game, const char *path) {
    File f = open_file(path, 0);
    if (!is(value_of(&f, "sleuth"), "table 1") || !is(value_of(&f, "game"), game) ||
        !is(value_of(&f, "goal"), names ? "name" : "know")) stop(DAMAGED, "%s is no table of this game and goal", path);
    char *line = value_of(&f, "size");
    Int secrets = next_number(&line, 1, MOST + 1), mass = 0;
    size_law(secrets, next_number(&line, 1, MOST + 1)), line_ends(line), line = value_of(&f, "weights");
    for (int s = 0; s < N; s++) mass += weight[s] = next_number(&line, 1, MASS);
    line_ends(line), line = value_of(&f, "costs");
    for (int a = 0; a < M; a++) cost[a] = next_number(&line, 1, mass > MASS ? 1 : MASS / mass + 1);
    line_ends(line), A = 1;
    for (int s = 0; s < N; s++, line_ends(line)) {
        line = value_of(&f, "r");
        for (int a = 0; a < M; a++) {
            int code = (int)next_number(&line, 0, MOST);
            law[(size_t)s * M + a] = (Code)code, A = code < A ? A : code + 1;
            if (code) continue;
            if (!names || named[a] >= 0 || naming[s] >= 0) stop(DAMAGED, "the table has a winning answer too many");
            named[a] = s, naming[s] = a;
        }
    }
    while (comes(f, "a ")) {
        if (!after) after = room((size_t)M * A, sizeof *after);
        line = value_of(&f, "a");
        Int a = next_number(&line, 0, M), place = a * A + next_number(&line, 1, A);
        if (!after[place]) after[place] = room((size_t)M, 1);
        while (*line) after[place][next_number(&line, 0, M)] = 1;
    }
    if (f.at != f.count - 1) stop(DAMAGED, "the table has a line that is not known");
}
/* Whether answers pass a channel: words behind the last @, with a colon and more perhaps, and no folder. */
static int has_channel(const char *game) {
    const char *at = strrchr(game, '@'), *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (!at) return 0;
    at += 1 + strspn(at + 1, " \t\r\v\f");
    if (!*at || !strchr(letters, *at)) return 0;
    while (*at && ((signed char)*at < 0 || strchr(letters, *at) || strchr("0123456789_ -", *at))) at++;
    return !*at || (*at == ':' && !strpbrk(at, "/\\"));
}
static void check_digest(const char *law_line) { /* of the sizes, all answers, the weights and the costs */
    size_t cells = (size_t)N * M, wide = A > 256 ? 2 : 1;
    char *text = more(NULL, cells * wide + 20 * ((size_t)N + M) + 200, 1), *at = text, digest[65], line[128];
    at += sprintf(at, "%d %d %d\n", N, M, (int)wide);
    for (size_t i = 0; i < cells; i++) { *at++ = (char)(law[i] & 255); if (wide == 2) *at++ = (char)(law[i] >> 8); }
    for (int s = 0; s < N; s++) at += sprintf(at, "%lld%c", weight[s], s + 1 < N ? ' ' : '\n');
    for (int a = 0; a < M; a++) at += sprintf(at, "%lld%c", cost[a], a + 1 < M ? ' ' : '\n');
    digest_of((uint8_t *)text, (size_t)(at - text), digest), free(text);
    sprintf(line, "%d %d sha256:%s", N, M, digest);
    if (!is(law_line, line)) stop(DAMAGED, "it was made for another law: secrets or answers differ");
}

/* ---- 5. What size tells ---- */
static const char *sum = "total"; /* its name: where costs differ, it is not one of steps */
static int K, plain;   /* the most parts that do not win; whether to name, with all weights and costs one */
static Int rank[MOST]; /* what the j-th heaviest secret of a set adds at least, for each unit of its weight */

static void size_bounds(void) {
    Int least = cost[0], width = 1, depth = 1;
    uint8_t *seen = room((size_t)M * A, 1); /* the answers that each action gets */
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) seen[(size_t)a * A + row(s)[a]] = 1;
    K = 1, plain = names;
    for (int a = 0; a < M; a++) {
        int parts = 0;
        for (int answer = 1; answer < A; answer++) parts += seen[(size_t)a * A + answer];
        if (cost[a] != cost[0]) sum = "total cost";
        K = parts > K ? parts : K, least = cost[a] < least ? cost[a] : least, plain &= cost[a] == 1;
    }
    for (int s = 0; s < N; s++) plain &= weight[s] == 1;
    free(seen);
    /* To name: one secret in the first step, K in the second, K * K in the third. To know: a leaf that becomes a node
     * moves down, and has K - 1 others beside it. So 1 + depth for the first of those, depth for the others. */
    int wide = names || K > 1 ? K : 2;
    for (int i = names ? 0 : 1; i < N; depth++, width = width > N ? width : width * wide)
        for (Int j = 0; j < width && i < N; j++) {
            rank[i++] = least * (names ? depth : depth + 1);
            for (int k = 2; !names && k < wide && i < N; k++) rank[i++] = least * depth;
        }
}
static Int capacity(Int steps) { /* the most secrets that so many steps settle; anything above N if it is above N */
    Int settled = 0, reached = 1;
    if (steps == FOREVER) return N;
    for (Int i = 0; i < steps && i < N; i++) {
        if (reached > N) return reached;
        settled += reached, reached *= K;
    }
    return names ? settled : reached;
}
/* Few secrets: if the first action names one of them and tells all others apart, they take 1 + 2 (n - 1). If it names
 * one but does not, some other takes three steps, and if it names none, each takes two: 2n. */
static Int at_a_look(const int *set, int n) {
    static Int seen[MOST], look; /* the last look at which an answer was seen */
    if (!plain || n < 3 || n > K + 1) return 0;
    for (int i = 0; i < n; i++) {
        int a = naming[set[i]], j = 0;
        for (look++; a >= 0 && j < n && seen[row(set[j])[a]] != look; j++) seen[row(set[j])[a]] = look;
        if (j == n) return 2 * n - 1;
    }
    return 2 * n;
}

/* ---- 6. Sets and their parts: the heaviest secrets first, those of one weight by number ---- */
typedef struct { int answer, end; } Part; /* it begins where the part before it ends */

static int in_order(const void *x, const void *y) {
    int a = *(const int *)x, b = *(const int *)y;
    return weight[a] != weight[b] ? (weight[a] < weight[b] ? 1 : -1) : (a > b) - (a < b);
}
static int same(const int *x, int n, const int *y, int m) { return n == m && !memcmp(x, y, (size_t)n * sizeof *x); }
static int *copy(const int *set, int n) { /* a line of a few bytes may name a large set: no more than 4 GiB of them */
    static Int kept;
    if ((kept += n) > 1 << 30) stop(DAMAGED, "the sets of its lemmas are too large");
    return memcpy(more(NULL, (size_t)n, sizeof *set), set, (size_t)n * sizeof *set);
}
/* Puts a set in the order of its parts, each in the order that it had; gives the number of parts, at most n. */
static int split(int *set, int n, int a, Part *parts) {
    static int place[MOST], was[MOST]; /* for each answer: 1 for the first part, 2 for the second; 0 between calls */
    int count = 0;
    for (int i = 0; i < n; i++) {
        int answer = row(was[i] = set[i])[a];
        if (!place[answer]) parts[count] = (Part){answer, 0}, place[answer] = ++count;
        parts[place[answer] - 1].end++; /* the size of the part, for now */
    }
    for (int k = 0, begin = 0; k < count; k++) { int size = parts[k].end; parts[k].end = begin, begin += size; }
    for (int i = 0; i < n; i++) set[parts[place[row(was[i])[a]] - 1].end++] = was[i]; /* filled to its end */
    for (int k = 0; k < count; k++) place[parts[k].answer] = 0;
    return count;
}

/* ---- 7. Maps: they take actions to actions and secrets to secrets, and leave the game as it is ---- */
typedef struct { Code *action, *secret; } Map; /* the images */
static Map *maps;
static Int map_count;

static Map *new_map(void) {
    if (map_count * (M + N) > 1 << 30) stop(DAMAGED, "it has too many maps"); /* 2 GiB */
    maps = grown(maps, map_count, sizeof *maps);
    maps[map_count] = (Map){room((size_t)M, sizeof(Code)), room((size_t)N, sizeof(Code))};
    return maps + map_count++;
}
static void read_images(char **line, Code *image, int n, const char *what) {
    uint8_t *seen = room((size_t)n, 1);
    for (int i = 0; i < n; i++) if (seen[image[i] = (Code)next_number(line, 0, n)]++)
        stop(DAMAGED, "map %lld is no permutation of the %s", map_count, what);
    free(seen);
}
static void read_map(char *line) {
    Map *m = new_map();
    if (after) stop(DAMAGED, "map %lld: a game that restricts what may be asked has no maps", map_count);
    read_images(&line, m->action, M, "actions");
    if (*line) {
        if (!is(next_word(&line), "s")) stop(DAMAGED, "map %lld is no permutation of the actions", map_count);
        read_images(&line, m->secret, N, "secrets"), line_ends(line);
    } else for (int s = 0; s < N; s++) { /* what the image of the action that names it names: different for each */
        int image = naming[s] < 0 ? -1 : named[m->action[naming[s]]];
        if (image < 0) stop(DAMAGED, "map %lld must say what becomes of the secrets", map_count);
        m->secret[s] = (Code)image;
    }
    for (int s = 0; s < N; s++)
        if (weight[s] != weight[m->secret[s]]) stop(WRONG, "map %lld changes a weight", map_count);
    for (int a = 0; a < M; a++) if (cost[a] != cost[m->action[a]]) stop(WRONG, "map %lld changes a cost", map_count);
    /* For each action: what each answer becomes, and what becomes each answer; plus one, for 0 is "not seen yet". */
    int *to = room((size_t)M * A, sizeof *to), *from = room((size_t)M * A, sizeof *from);
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) {
        int x = row(s)[a], y = row(m->secret[s])[m->action[a]];
        int *image = to + (size_t)a * A + x, *source = from + (size_t)a * A + y;
        if (!*image && !*source) *image = y + 1, *source = x + 1;
        int good = *image == y + 1 && *source == x + 1 && !x == !y;
        if (!good) stop(WRONG, "map %lld changes what action %d tells", map_count, a);
    }
    free(to), free(from);
}
static void read_product(char *line) { /* of maps: a map, too */
    Int one = next_number(&line, 1, map_count + 1) - 1, other = next_number(&line, 1, map_count + 1) - 1;
    Map *m = new_map();
    line_ends(line);
    for (int a = 0; a < M; a++) m->action[a] = maps[other].action[maps[one].action[a]];
    for (int s = 0; s < N; s++) m->secret[s] = maps[other].secret[maps[one].secret[s]];
}

/* ---- 8. What is known of a set: its best bound, by size, at a look, and by the lemmas that came before ---- */
typedef struct { Int bound; int *set, n; } Use; /* what a lemma about an image of a part says of the part */
typedef struct {
    Int bound, steps;                        /* no strategy has a smaller total that takes at most so many steps, */
    int *set, n;                             /* settles these secrets, */
    uint8_t *allowed;                        /* and asks only these actions (NULL: any) */
    Int *group, group_count, next, use_count; /* maps that keep the set; the next lemma with this hash, plus one */
    Use *uses;
} Lemma;
static Lemma *lemmas;
static Int lemma_count, heads[1 << 20]; /* the last lemma with a hash, plus one */

static Int one_less(Int steps) { return steps == FOREVER ? FOREVER : steps - 1; }
static Int *head_of(const int *set, int n) {
    uint64_t h = (uint64_t)n;
    for (int i = 0; i < n; i++) h = (h ^ (uint64_t)set[i]) * UINT64_C(0x9E3779B97F4A7C15), h ^= h >> 29;
    return heads + (h >> 20) % (sizeof heads / sizeof *heads);
}
static int covers(const Lemma *l, Int steps, const uint8_t *allowed) { /* what holds with more holds with less */
    int all = l->steps >= steps && (!l->allowed || allowed);
    for (int a = 0; all && l->allowed && a < M; a++) all = l->allowed[a] || !allowed[a];
    return all;
}
static Int best(const int *set, int n, Int steps, const uint8_t *allowed) {
    Int bound = 0, look = at_a_look(set, n);
    if (n > capacity(steps)) return NEVER;
    for (int i = 0; i < n; i++) bound += weight[set[i]] * rank[i]; /* at best the heaviest are settled first */
    if (look > bound) bound = look;
    for (Int i = *head_of(set, n); i; i = lemmas[i - 1].next) {
        const Lemma *l = lemmas + i - 1;
        if (l->bound > bound && same(l->set, l->n, set, n) && covers(l, steps, allowed)) bound = l->bound;
    }
    return bound;
}
static Int asking(const Lemma *l, int a) { /* what a set takes then: the cost, and the bounds of the parts */
    static int order[MOST];
    static Part parts[MOST];
    static uint8_t then[MOST];
    Int total = 0;
    for (int i = 0; i < l->n; i++) total += weight[order[i] = l->set[i]] * cost[a];
    int count = split(order, l->n, a, parts);
    for (int k = 0, begin = 0; k < count; begin = parts[k++].end) {
        const int *part = order + begin, n = parts[k].end - begin;
        if (!parts[k].answer) continue; /* it wins */
        const uint8_t *left = after ? after[(size_t)a * A + parts[k].answer] : NULL;
        if (after && !left) stop(DAMAGED, "the table does not say what may be asked after action %d", a);
        for (int b = 0; after && b < M; b++) then[b] = left[b] && (!l->allowed || l->allowed[b]);
        Int bound = best(part, n, one_less(l->steps), after ? then : NULL);
        for (Int u = 0; u < l->use_count; u++)
            if (l->uses[u].bound > bound && same(l->uses[u].set, l->uses[u].n, part, n)) bound = l->uses[u].bound;
        total = plus(total, bound);
    }
    return total;
}

/* ---- 9. A lemma follows: every action that may be asked and tells something takes its bound at least ---- */
static Int first_action = -1; /* the terms: what is asked first, or -1 */
static int only_possible;     /* and whether nothing is asked but what may be the secret */

/* Whether the sizes of the parts leave that open. Nearly all actions end here, and soon: each secret that it does not
 * win with adds rank[0] at least, which is counted from the start; then what it adds beyond that. */
static int open_by_size(const Lemma *l, int a, int wins, const Code *const *rows, Int mass, Int most) {
    static uint16_t count[MOST]; /* of each answer, so far; 0 between calls */
    Int total = mass * cost[a] + (wins ? mass - weight[named[a]] : mass) * rank[0], bound = l->bound;
    int i = 0, n = l->n, tells = wins;
    for (; i < n && total < bound; i++) {
        int answer = rows[i][a], before = count[answer]++;
        if (answer) total = before < most ? total + weight[l->set[i]] * (rank[before] - rank[0]) : NEVER;
    }
    for (int k = 0; k < i; k++) count[rows[k][a]] = 0;
    if (total >= bound) return 0;
    for (i = 0; i < n; i++) tells |= rows[i][a] != rows[0][a];
    return tells; /* what tells nothing can be left out of any strategy */
}
static int alike(const Code *const *rows, int n, int a, int b) { /* the same parts at the same cost */
    while (n && rows[n - 1][a] == rows[n - 1][b]) n--;
    return !n && cost[a] == cost[b];
}
static void check_lemma(const Lemma *l) {
    static uint8_t inside[MOST], open[MOST]; /* 0 between calls */
    static int found[MOST], settled[MOST];   /* the actions that were open, and those that lemmas or maps settle */
    static const Code *rows[MOST];
    int found_count = 0, settled_count = 0;
    Int mass = 0, most = capacity(one_less(l->steps)), name = lemma_count + 1;
    for (int i = 0; i < l->n; i++) inside[l->set[i]] = 1, rows[i] = row(l->set[i]), mass += weight[l->set[i]];
    for (Int g = 0; g < l->group_count; g++) for (int i = 0; i < l->n; i++)
        if (!inside[maps[l->group[g]].secret[l->set[i]]])
            stop(WRONG, "lemma %lld names map %lld, which does not keep its secrets", name, l->group[g] + 1);
    for (int a = 0; a < M; a++) {
        int wins = named[a] >= 0 && inside[named[a]];
        if ((only_possible && !wins) || (l->allowed && !l->allowed[a])) continue; /* it may not be asked */
        if (!open_by_size(l, a, wins, rows, mass, most)) continue;
        Int total = asking(l, a);
        open[a] = total < l->bound;
        if (!open[a]) settled[settled_count++] = a;
        else if (l->group_count) found[found_count++] = a;
        else stop(WRONG, "lemma %lld does not follow: action %d may take %lld", name, a, total);
    }
    /* A map that keeps the set takes a strategy for it to another one with the same total. So images of an action that
     * is settled are settled, and so is what answers like them. (Images of what size settles were settled by size.) */
    for (int at = 0; found_count && at < settled_count; at++) for (Int g = 0; g < l->group_count; g++) {
        int image = maps[l->group[g]].action[settled[at]];
        if (!open[image]) continue;
        for (int k = 0; k < found_count; k++) if (open[found[k]] && alike(rows, l->n, image, found[k]))
            open[found[k]] = 0, settled[settled_count++] = found[k]; /* the image itself, too */
    }
    for (int k = 0; k < found_count; k++) if (open[found[k]])
        stop(WRONG, "lemma %lld does not follow: nothing settles action %d or an image of it", name, found[k]);
    for (int i = 0; i < l->n; i++) inside[l->set[i]] = 0;
}

/* ---- 10. Reading lemmas ---- */
static int read_set(char **line, int below, int *out, char **then) { /* differences; how many, and the word after */
    int n = 0;
    Int number = 0; /* each is larger than the one before, so there are at most `below` */
    for (*then = next_word(line); **then >= '0' && **then <= '9'; *then = next_word(line)) {
        number += number_of(*then, n ? 1 : 0, LARGEST);
        if (number >= below) stop(DAMAGED, "lemma %lld has a number above %d", lemma_count + 1, below - 1);
        out[n++] = (int)number;
    }
    return n;
}
/* u ACTION ANSWER LEMMA MAPS: the maps take the part that the answer leaves to the set of the lemma. So they take a
 * strategy for the part to one for that set with the same total: what is true of the set is true of the part. */
static Use read_use(char **line, const Lemma *l, char **then) {
    static int image[MOST];
    int action = (int)next_number(line, 0, M), n = 0;
    Int answer = next_number(line, 1, LARGEST), number = next_number(line, 1, lemma_count + 1);
    const Lemma *other = lemmas + number - 1;
    for (int i = 0; i < l->n; i++) if (row(l->set[i])[action] == answer) image[n++] = l->set[i];
    Use use = {0, copy(image, n), n};
    for (*then = next_word(line); **then && !is(*then, "u"); *then = next_word(line)) {
        const Code *to = maps[number_of(*then, 1, map_count + 1) - 1].secret;
        for (int i = 0; i < n; i++) image[i] = to[image[i]];
    }
    qsort(image, (size_t)n, sizeof *image, in_order);
    if (!same(image, n, other->set, other->n))
        stop(WRONG, "lemma %lld uses lemma %lld for a part that is no image of its secrets", lemma_count + 1, number);
    if (n < l->n && other->steps >= one_less(l->steps)) use.bound = other->bound;
    return use;
}
static void read_lemma(char *line) { /* BOUND [w STEPS] [a ACTIONS] [g MAPS] s SECRETS [u ...]... */
    static int numbers[MOST];
    Int name = lemma_count + 1;
    char *word = next_word(&line);
    Lemma l = {is(word, "!") ? NEVER : number_of(word, 0, LARGEST), FOREVER, NULL, 0, NULL, NULL, 0, 0, 0, NULL};
    if (is(word = next_word(&line), "w")) l.steps = next_number(&line, 1, LARGEST), word = next_word(&line);
    if (is(word, "a")) {
        if (!after) stop(DAMAGED, "lemma %lld says what is allowed, in a game where everything is", name);
        l.allowed = room((size_t)M, 1);
        for (int i = read_set(&line, M, numbers, &word); i; i--) l.allowed[numbers[i - 1]] = 1;
    }
    if (is(word, "g")) {
        for (word = next_word(&line); *word && !is(word, "s"); word = next_word(&line))
            l.group = grown(l.group, l.group_count, sizeof(Int)),
            l.group[l.group_count++] = number_of(word, 1, map_count + 1) - 1;
        if (!l.group_count || after) stop(DAMAGED, "lemma %lld must name maps after g, where all is allowed", name);
    }
    if (!is(word, "s")) stop(DAMAGED, "lemma %lld must have its sections in the order w a g s u, and s", name);
    l.n = read_set(&line, N, numbers, &word);
    if (!l.n && is(word, "*")) for (word = next_word(&line); l.n < N; l.n++) numbers[l.n] = l.n;
    if (l.n < (names ? 1 : 2)) stop(DAMAGED, "lemma %lld is about too few secrets", name);
    if (name > 1 && l.n < lemmas[name - 2].n) stop(DAMAGED, "lemma %lld is about fewer secrets than the last", name);
    l.set = copy(numbers, l.n), qsort(l.set, (size_t)l.n, sizeof *l.set, in_order);
    while (*word) {
        if (!is(word, "u") || after) stop(DAMAGED, "lemma %lld has '%.40s' where u should be", name, word);
        l.uses = grown(l.uses, l.use_count, sizeof(Use)), l.uses[l.use_count] = read_use(&line, &l, &word);
        l.use_count++;
    }
    check_lemma(&l);
    for (Int u = 0; u < l.use_count; u++) free(l.uses[u].set);
    free(l.uses), free(l.group);
    Int *head = head_of(l.set, l.n);
    l.next = *head, *head = name;
    lemmas = grown(lemmas, lemma_count, sizeof l), lemmas[lemma_count++] = l;
}

/* ---- 11. The tree: played by all secrets at once ---- */
typedef struct { Int depth, answer, action; } Node;
static Node *nodes, path[10001]; /* all of them, and those from the first to this one */
static Int node_count, played, tree_cost, tree_worst;

static void check_asked(Int depth, const int *set, int n) { /* the last node of the path keeps rules and terms */
    int a = (int)path[depth].action, may = depth == 0 && first_action >= 0;
    if (may && a != first_action) stop(WRONG, "its terms are to ask action %lld first, and it does not", first_action);
    for (int i = 0; i < n; i++) may |= named[a] == set[i];
    if (only_possible && !may) stop(WRONG, "node %lld asks what cannot be the secret, against its terms", played);
    for (Int d = 0; d < depth; d++) {
        if (path[d].action == a) stop(WRONG, "node %lld asks what was asked before", played);
        const uint8_t *then = after ? after[path[d].action * A + path[d + 1].answer] : NULL;
        if (after && !(then && then[a])) stop(WRONG, "node %lld asks what may not be asked then", played);
    }
}
/* Plays the nodes that follow. Of the parts of a set, some wait for a node of this depth; the others have answer -1. */
static void play(int *set, Part *parts, int count, int waiting, Int depth) {
    for (; waiting || (depth == 0 && played < node_count); waiting--) {
        if (played == node_count) stop(WRONG, "the tree ends before every secret is settled");
        Node node = nodes[played++];
        int k = 0, still = 0;
        if (node.action >= M) stop(DAMAGED, "node %lld asks action %lld, and there are %d", played, node.action, M);
        if (node.depth != depth) stop(WRONG, "node %lld has a depth that cannot follow the node before it", played);
        if (depth == 10000) stop(DAMAGED, "the tree is deeper than 10000 steps");
        while (k < count && parts[k].answer != node.answer) k++;
        if (k == count) stop(WRONG, "node %lld follows an answer that no secret gives, or that wins", played);
        int begin = k ? parts[k - 1].end : 0, n = parts[k].end - begin, *part = set + begin;
        path[depth] = node, parts[k].answer = -1, check_asked(depth, part, n);
        for (int i = 0; i < n; i++) tree_cost = plus(tree_cost, weight[part[i]] * cost[node.action]);
        Part *below = room((size_t)n, sizeof *below);
        int below_count = split(part, n, (int)node.action, below);
        for (int i = 0; i < below_count; i++) {
            int size = below[i].end - (i ? below[i - 1].end : 0), over = below[i].answer == 0 || (!names && size == 1);
            if (over) below[i].answer = -1, tree_worst = tree_worst > depth ? tree_worst : depth + 1;
            still += !over;
        }
        below = more(below, (size_t)below_count, sizeof *below);
        play(part, below, below_count, still, depth + 1);
        free(below);
    }
}

/* ---- 12. The file ---- */
static Lemma everything; /* no lemma: the set of all secrets, and steps to ask for */

static Int least(Int steps) { /* the best bound of the total of a strategy on the terms within so many steps */
    everything.steps = steps;
    if (!names && N == 1) return 0;
    if (steps <= 0) return NEVER;
    return first_action < 0 ? best(everything.set, N, steps, NULL) : asking(&everything, (int)first_action);
}
static void read_nodes(File *f) {
    for (; comes(*f, "n "); node_count++) {
        char *line = value_of(f, "n");
        Int depth = next_number(&line, 0, LARGEST), answer = next_number(&line, 0, LARGEST);
        nodes = grown(nodes, node_count, sizeof *nodes);
        nodes[node_count] = (Node){depth, answer, next_number(&line, 0, LARGEST)}, line_ends(line);
    }
}
static void check_tree(Int limit, Int total, Int worst) {
    int over = !names && N == 1, *set = copy(everything.set, N); /* it may be known before any question */
    if (over && (node_count || first_action >= 0)) stop(WRONG, "the tree asks something, and all is known");
    play(set, &(Part){0, N}, 1, !over, 0), free(set);            /* all wait for the first node, whose answer is 0 */
    if (limit && tree_worst > limit)
        stop(WRONG, "its terms are %lld steps at most, and it takes %lld", limit, tree_worst);
    if (tree_cost != total) stop(WRONG, "the file claims a %s of %lld, and it is %lld", sum, total, tree_cost);
    if (tree_worst != worst) stop(WRONG, "the file claims a worst of %lld, and it is %lld", worst, tree_worst);
}
static void check_certificate(File *f) { /* line by line: each leans on what stands before it */
    while (!comes(*f, "end")) {
        char *line = f->lines[f->at++], *word = next_word(&line);
        if (is(word, "m")) read_map(line);
        else if (is(word, "p")) read_product(line);
        else if (is(word, "l")) read_lemma(line);
        else stop(DAMAGED, "no line of a certificate begins with '%.40s'", word);
    }
    if (f->at != f->count - 1) stop(DAMAGED, "something follows the line that ends it");
}
int main(int count, char **argument) {
    int table = count == 4 && is(argument[2], "-t"), words = count == 5 && is(argument[2], "-w");
    if (count != 2 && !table && !words) stop(DAMAGED, "usage: check FILE [-t TABLE | -w ANSWERS ALLOWED]");
    File f = open_file(argument[1], 0);
    if (!is(value_of(&f, "sleuth"), "proof 1")) stop(DAMAGED, "it is no proof of version 1");
    char *game = value_of(&f, "game"), *goal = value_of(&f, "goal"), *objective = value_of(&f, "objective");
    char *law_line = value_of(&f, "law");
    int by_worst = is(objective, "worst"), sizes = sscanf(law_line, "%5d %5d ", &N, &M);
    names = is(goal, "name");
    if (!names && !is(goal, "know")) stop(DAMAGED, "its goal is name or know");
    if (has_channel(game)) stop(DAMAGED, "the answers of %s may be lies, and a proof is about true ones", game);
    if (!by_worst && !is(objective, "mean")) stop(DAMAGED, "its objective is mean or worst");
    if (sizes < 2 || N < 1 || M < 1 || N > MOST || M > MOST) stop(DAMAGED, "its law has no sizes from 1 to %d", MOST);
    if (comes(f, "first ")) first_action = number_after(&f, "first", 0);
    Int limit = comes(f, "within ") ? number_after(&f, "within", 1) : 0;
    if (is(f.lines[f.at], "only-possible")) f.at++, only_possible = 1;
    Int total = number_after(&f, "total", 0), worst = number_after(&f, "worst", 0);
    char *proved = value_of(&f, "proved");
    int both = is(proved, "total worst");
    int total_too = both || is(proved, "total"), worst_too = both || is(proved, "worst");
    if (*proved && !total_too && !worst_too) stop(DAMAGED, "what is proved is total, worst or both");
    read_nodes(&f);
    if (table) table_law(game, argument[3]);
    else if (words) word_law(game, argument[3], argument[4]);
    else if (!names || !(code_game(game, "mastermind:pegs=%d,colours=%d", 0) ||
                         code_game(game, "bulls-and-cows:length=%d,symbols=%d", 1)))
        stop(DAMAGED, "this law is not known here: give a table of its answers (-t), or lists of words (-w)");
    check_digest(law_line), size_bounds();
    if (first_action >= M) stop(DAMAGED, "its first action is %lld, and they go to %d", first_action, M - 1);
    everything.set = room((size_t)N, sizeof(int));
    while (everything.n < N) everything.set[everything.n] = everything.n, everything.n++;
    qsort(everything.set, (size_t)N, sizeof(int), in_order);
    check_tree(limit, total, worst), check_certificate(&f);
    /* The total: no strategy takes less; where the worst case comes first, none that is never longer. The worst case:
     * none is always shorter; where the total comes first, not with a total as small. */
    Int shorter = least(worst - 1);
    if (total_too && least(by_worst ? worst : limit ? limit : FOREVER) < total)
        stop(WRONG, "the file claims that its %s is proved, and its lemmas do not prove that", sum);
    if (worst_too && worst > 0 && shorter < NEVER && (by_worst || shorter <= total))
        stop(WRONG, "the file claims that its worst is proved, and its lemmas do not prove that");
    printf("Right: a tree of %lld nodes with a %s of %lld and plays of at most %lld; %lld lemmas prove %s.\n",
           node_count, sum, total, worst, lemma_count, both ? "total and worst" : *proved ? proved : "nothing");
    return 0;
}
