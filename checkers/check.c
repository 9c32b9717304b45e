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
 *   1  Ends and memory      how it stops; room that is always there, or it stops
 *   2  Text                 a file as lines, a line as words, a word as a number
 *   3  The digest           SHA-256, by which a file names its law
 *   4  The law              all answers: of codes, of words, of a table
 *   5  What size tells      how little so many secrets can take
 *   6  Sets                 hashed, compared, split by the answers to an action
 *   7  Maps                 each tried on all pairs
 *   8  Lemmas               what is known of a set, and what asking an action takes
 *   9  A lemma follows      the heart: every action is looked at
 *  10  Reading lemmas
 *  11  The tree             played by all secrets at once
 *  12  The file             head, claims, verdict
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- 1. Ends and memory ---- */

#define NEVER INT64_C(4000000000000000000) /* the total of what cannot be settled: above all bounds in a file */
#define FOREVER INT64_MAX                  /* no limit on the steps */
#define MOST 65535                         /* secrets, actions and answers have numbers of two bytes */
#define MASS INT64_C(1000000000000)        /* all weights together times a cost: times MOST steps it is still no NEVER */

static void damaged(const char *text, ...) { /* it cannot be read */
    va_list list;
    va_start(list, text);
    fputs("check: ", stderr), vfprintf(stderr, text, list), fputs("\n", stderr);
    exit(2);
}
static void wrong(const char *text, ...) { /* it says what does not hold */
    va_list list;
    va_start(list, text);
    fputs("WRONG: ", stdout), vprintf(text, list), puts(".");
    exit(1);
}
static void *more(void *old, size_t number, size_t size) {
    void *out = number > SIZE_MAX / size ? NULL : realloc(old, number ? number * size : 1);
    if (!out) damaged("out of memory");
    return out;
}
static void *room(size_t number, size_t size) { /* all zero; a new page of zeros costs nothing until it is used */
    void *out = calloc(number ? number : 1, size);
    if (!out) damaged("out of memory");
    return out;
}
static int64_t plus(int64_t a, int64_t b) { return a + b >= NEVER ? NEVER : a + b; } /* both up to NEVER: no overflow */

/* ---- 2. Text ---- */

typedef struct { const char *at; size_t size; } Text; /* a line, what is left of it, or a word */
typedef struct { char *text; size_t size, at; int64_t line; const char *what; } File;

static File open_file(const char *path, const char *what) {
    File f = {NULL, 0, 0, 0, what};
    FILE *in = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!in) damaged("cannot read the %s %s", what, path);
    for (size_t space = 0, got = 1; got; f.size += got) {
        if (space - f.size < 65536) f.text = more(f.text, space = 2 * space + 65536, 1);
        got = fread(f.text + f.size, 1, space - f.size, in);
    }
    if (ferror(in)) damaged("cannot read the %s %s", what, path);
    if (in != stdin) fclose(in);
    if (f.size > 1 && !memcmp(f.text, "\x1f\x8b", 2)) damaged("the %s is compressed: gzip -dc %s | check -", what, path);
    return f;
}
static int is(Text t, const char *word) { return t.size == strlen(word) && !memcmp(t.at, word, t.size); }
static int begins(Text t, const char *word) { return t.size >= strlen(word) && !memcmp(t.at, word, strlen(word)); }
static Text rest_of(const File *f) { return (Text){f->text + f->at, f->size - f->at}; }
static Text next_line(File *f) {
    Text rest = rest_of(f);
    const char *stop = rest.size ? memchr(rest.at, '\n', rest.size) : NULL;
    f->line++;
    if (!stop) damaged("the %s is cut short in line %lld", f->what, (long long)f->line);
    if (stop == rest.at) damaged("line %lld of the %s is empty", (long long)f->line, f->what);
    rest.size = (size_t)(stop - rest.at), f->at += rest.size + 1;
    return rest;
}
static void check_whole(const File *whole) { /* the last line counts those before it: else it is cut short */
    File f = *whole;
    Text line = {NULL, 0};
    char text[32];
    while (f.at < f.size) line = next_line(&f);
    sprintf(text, "end %lld", (long long)f.line - 1);
    if (!is(line, text)) damaged("the %s is cut short: its last line does not count those before it", f.what);
}
static Text next_word(Text *line) { /* an empty one where the line has no more */
    const char *blank = line->size ? memchr(line->at, ' ', line->size) : NULL;
    Text word = {line->at, blank ? (size_t)(blank - line->at) : line->size};
    size_t used = word.size + (blank ? 1 : 0);
    if (blank && (!word.size || used == line->size)) damaged("a line has two blanks side by side, or one at its end");
    line->at += used, line->size -= used;
    return word;
}
static int64_t number_of(Text word, int64_t least, int64_t below) { /* 18 digits fit */
    int64_t n = 0;
    if (!word.size) damaged("a line ends where a number should be");
    if (word.size > 18) damaged("a number has more than 18 digits");
    for (size_t i = 0; i < word.size; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') damaged("'%.*s' is no whole number", (int)word.size, word.at);
        n = 10 * n + (word.at[i] - '0');
    }
    if (n < least || n >= below) damaged("the number %lld is out of range", (long long)n);
    return n;
}
static int64_t next_number(Text *line, int64_t least, int64_t below) { return number_of(next_word(line), least, below); }
static void line_ends(Text line) {
    if (line.size) damaged("a line goes on: '%.*s'", (int)(line.size > 40 ? 40 : line.size), line.at);
}
static Text value_of(File *f, const char *name) { /* what follows a word that must come next */
    Text line = next_line(f), all = line;
    if (!begins(line, name) || !is(next_word(&line), name))
        damaged("line %lld must be '%s', not '%.*s'", (long long)f->line, name, (int)(all.size > 40 ? 40 : all.size), all.at);
    return line;
}
static int64_t number_after(File *f, const char *name, int64_t least) {
    Text line = value_of(f, name);
    int64_t n = next_number(&line, least, INT64_MAX);
    return line_ends(line), n;
}

/* ---- 3. The digest: SHA-256, as in FIPS 180-4 ---- */

static const uint32_t sha_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static uint32_t sha[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static uint8_t sha_block[64];
static uint64_t sha_size; /* bytes so far */

static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }
static void sha_round(void) {
    uint32_t w[64], a = sha[0], b = sha[1], c = sha[2], d = sha[3], e = sha[4], f = sha[5], g = sha[6], h = sha[7];
    for (int i = 0; i < 16; i++) {
        const uint8_t *x = sha_block + 4 * i;
        w[i] = (uint32_t)x[0] << 24 | (uint32_t)x[1] << 16 | (uint32_t)x[2] << 8 | x[3];
    }
    for (int i = 16; i < 64; i++) {
        uint32_t x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
    }
    for (int i = 0; i < 64; i++) {
        uint32_t one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + sha_constant[i] + w[i];
        uint32_t two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    sha[0] += a, sha[1] += b, sha[2] += c, sha[3] += d, sha[4] += e, sha[5] += f, sha[6] += g, sha[7] += h;
}
static void sha_byte(unsigned byte) {
    sha_block[sha_size++ % 64] = (uint8_t)byte;
    if (sha_size % 64 == 0) sha_round();
}
static void sha_text(const char *text) { while (*text) sha_byte((unsigned char)*text++); }
static void sha_end(char *hex) { /* 64 digits */
    uint64_t bits = 8 * sha_size;
    sha_byte(0x80);
    while (sha_size % 64 != 56) sha_byte(0);
    for (int i = 56; i >= 0; i -= 8) sha_byte((unsigned)(bits >> i & 255));
    for (int i = 0; i < 8; i++) sprintf(hex + 8 * i, "%08lx", (unsigned long)sha[i]);
}

/* ---- 4. The law: for every secret and action the number of the answer ---- */

typedef uint16_t Code;         /* the number of an answer; 0 wins */
static int N, M, A;            /* secrets, actions, and one more than the largest number of an answer */
static Code *law;              /* N rows of M answers */
static int *named, *naming;    /* the secret that an action wins with, the action that a secret is won with; or -1 */
static int64_t *weight, *cost; /* of secrets, of actions; from 1 */
static int names;              /* the goal: 1 to name the secret, 0 to know it */
static uint64_t **after;       /* after[a * A + answer]: the actions that may be asked from then on; NULL: all always may */

static const Code *row(int secret) { return law + (size_t)secret * M; }
static uint64_t *new_actions(void) { return room((size_t)M / 64 + 1, sizeof(uint64_t)); } /* a bit for each */
static int has(const uint64_t *actions, int a) { return actions[a / 64] >> a % 64 & 1; }
static void add(uint64_t *actions, int a) { actions[a / 64] |= (uint64_t)1 << a % 64; }

static void size_law(int64_t secrets, int64_t actions) { /* nothing large is made before the sizes are as the file says */
    if (secrets != N || actions != M) damaged("it was made for another law: the game has %lld secrets and %lld actions",
                                              (long long)secrets, (long long)actions);
    law = room((size_t)N * M, sizeof *law);
    named = room(M, sizeof *named), naming = room(N, sizeof *naming);
    weight = room(N, sizeof *weight), cost = room(M, sizeof *cost);
    for (int a = 0; a < M; a++) named[a] = -1, cost[a] = 1;
    for (int s = 0; s < N; s++) naming[s] = -1, weight[s] = 1;
}
/* The law holds marks below `marks`, of which `win` is given to what is the secret itself: 0 for that one, and numbers
 * from 1 for the others as they come. */
static void number_answers(int marks, int win) {
    int *number = room((size_t)marks, sizeof *number);
    A = 1;
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) {
        Code *code = law + (size_t)s * M + a;
        if (*code == win) named[a] = s, naming[s] = a;
        else if (!number[*code]) number[*code] = A++;
        *code = (Code)(*code == win ? 0 : number[*code]);
    }
    free(number);
}
static void code_law(int places, int symbols, int distinct) { /* Mastermind; with symbols that differ, Bulls & Cows */
    uint8_t code[16] = {0}, (*codes)[16] = room((size_t)N + 1, sizeof *codes);
    int64_t n = 0;
    for (int place = 0; place >= 0 && n <= N;) { /* all codes in order, as a counter goes; those of the game are kept */
        int kept = 1;
        for (int i = 0; distinct && i < places; i++) for (int j = 0; j < i; j++) kept &= code[i] != code[j];
        if (kept) memcpy(codes[n++], code, sizeof code);
        for (place = places - 1; place >= 0 && ++code[place] == symbols; place--) code[place] = 0;
    }
    size_law(n, n);
    for (int s = 0; s < N; s++) {
        int in_secret[100] = {0};
        for (int i = 0; i < places; i++) in_secret[codes[s][i]]++;
        for (int a = 0; a < M; a++) {
            int black = 0, both = 0; /* a symbol is right somewhere as long as the secret has more of them */
            for (int i = 0; i < places; i++) black += codes[a][i] == codes[s][i], both += in_secret[codes[a][i]]-- > 0;
            for (int i = 0; i < places; i++) in_secret[codes[a][i]]++;
            law[(size_t)s * M + a] = (Code)(both * (places + 1) + black);
        }
    }
    free(codes);
    number_answers((places + 1) * (places + 1), places * (places + 1) + places);
}
static int code_game(Text game, const char *form, int distinct) { /* whether it is of this form, to the letter */
    char text[80];
    for (int places = 1; places <= 16; places++) for (int symbols = 1; symbols <= 100; symbols++) {
        sprintf(text, form, places, symbols);
        if (is(game, text)) return code_law(places, symbols, distinct), 1;
    }
    return 0;
}
typedef char Word[16];
static int by_letters(const void *x, const void *y) { return strcmp(x, y); }
static int64_t read_words(const char *path, Word *words, int64_t n) { /* to the n that are there; in order, each once */
    File f = open_file(path, "list");
    if (f.size && f.text[f.size - 1] != '\n') f.text = more(f.text, f.size + 1, 1), f.text[f.size++] = '\n';
    for (; f.at < f.size; n++) {
        Text line = next_line(&f);
        if (line.at[line.size - 1] == '\r') line.size--;
        if (!line.size || line.size > 10 || n == 2 * MOST)
            damaged("line %lld of %s is no word of 1 to 10 letters, or one too many", (long long)f.line, path);
        for (size_t i = 0; i < line.size; i++) if (line.at[i] < 'a' || line.at[i] > 'z')
            damaged("line %lld of %s is no word of the letters a to z", (long long)f.line, path);
        memset(words[n], 0, sizeof(Word)), memcpy(words[n], line.at, line.size);
    }
    free(f.text);
    qsort(words, (size_t)n, sizeof(Word), by_letters);
    int64_t kept = 0;
    for (int64_t i = 0; i < n; i++) if (!kept || strcmp(words[kept - 1], words[i])) memmove(words[kept++], words[i], sizeof(Word));
    return kept;
}
static void word_law(Text game, const char *answers, const char *allowed) {
    int known = names && (is(game, "wordle") || begins(game, "wordle:"));
    for (size_t i = 6; known && i < game.size; i++) if (game.at[i] == ':' || game.at[i] == ',') {
        Text key = {game.at + i + 1, game.size - i - 1};
        known = begins(key, "answers=") || begins(key, "allowed="); /* any other key changes the law */
    }
    if (!known) damaged("it is no proof for plain Wordle; give a table of the answers (-t)");
    Word *secret = room(2 * MOST, sizeof(Word)), *action = room(2 * MOST, sizeof(Word));
    int64_t n = read_words(answers, secret, 0);
    memcpy(action, secret, (size_t)n * sizeof(Word));
    size_law(n, read_words(allowed, action, n));
    int letters = (int)strlen(secret[0]), marks = 1;
    for (int i = 0; i < letters; i++) marks *= 3;
    for (int a = 0; a < M; a++) if ((int)strlen(action[a]) != letters) damaged("the words are not all of %d letters", letters);
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) {
        const char *x = action[a], *y = secret[s];
        uint8_t spare[26] = {0}; /* letters of the secret that are not in their place: each makes one letter yellow */
        int mark = 0;
        for (int i = 0; i < letters; i++) spare[y[i] - 'a'] += x[i] != y[i];
        for (int i = 0; i < letters; i++) {
            uint8_t *left = spare + (x[i] - 'a');
            mark = 3 * mark + (x[i] == y[i] ? 2 : *left ? 1 : 0);
            *left -= x[i] != y[i] && *left;
        }
        law[(size_t)s * M + a] = (Code)mark;
    }
    free(secret), free(action);
    number_answers(marks, marks - 1);
}
static void table_law(Text game, const char *path) {
    File f = open_file(path, "table");
    check_whole(&f);
    if (!is(value_of(&f, "sleuth"), "table 1")) damaged("the table does not begin with 'sleuth table 1'");
    Text line = value_of(&f, "game");
    if (line.size != game.size || memcmp(line.at, game.at, game.size)) damaged("the table is of another game");
    if (!is(value_of(&f, "goal"), names ? "name" : "know")) damaged("the table has another goal");
    line = value_of(&f, "size");
    int64_t secrets = next_number(&line, 1, MOST + 1), actions = next_number(&line, 1, MOST + 1), mass = 0;
    line_ends(line), size_law(secrets, actions), line = value_of(&f, "weights");
    for (int s = 0; s < N; s++) mass += weight[s] = next_number(&line, 1, MASS);
    line_ends(line), line = value_of(&f, "costs");
    for (int a = 0; a < M; a++)
        if ((cost[a] = next_number(&line, 1, MASS)) > MASS / mass) damaged("the weights or costs are too large to count with");
    line_ends(line), A = 1;
    for (int s = 0; s < N; s++, line_ends(line)) {
        line = value_of(&f, "r");
        for (int a = 0; a < M; a++) {
            int code = (int)next_number(&line, 0, MOST);
            law[(size_t)s * M + a] = (Code)code;
            if (code >= A) A = code + 1;
            if (code) continue;
            if (!names || named[a] >= 0 || naming[s] >= 0) damaged("the table has a winning answer too many");
            named[a] = s, naming[s] = a;
        }
    }
    while (begins(rest_of(&f), "a ")) {
        if (!after) after = room((size_t)M * A, sizeof *after);
        line = value_of(&f, "a");
        int64_t a = next_number(&line, 0, M), answer = next_number(&line, 1, A);
        if (!after[a * A + answer]) after[a * A + answer] = new_actions();
        while (line.size) add(after[a * A + answer], (int)next_number(&line, 0, M));
    }
    if (!begins(next_line(&f), "end ") || f.at != f.size) damaged("the table has a line that is not known");
    free(f.text);
}
static void check_digest(Text law_line) { /* of the sizes, all answers, the weights and the costs */
    char digest[65], text[128];
    int wide = A > 256;
    sprintf(text, "%d %d %d\n", N, M, wide ? 2 : 1), sha_text(text);
    for (size_t i = 0; i < (size_t)N * M; i++) { sha_byte(law[i] & 255); if (wide) sha_byte(law[i] >> 8); }
    for (int s = 0; s < N; s++) sprintf(text, "%lld%c", (long long)weight[s], s + 1 < N ? ' ' : '\n'), sha_text(text);
    for (int a = 0; a < M; a++) sprintf(text, "%lld%c", (long long)cost[a], a + 1 < M ? ' ' : '\n'), sha_text(text);
    sha_end(digest);
    sprintf(text, "%d %d sha256:%s", N, M, digest);
    if (!is(law_line, text)) damaged("it was made for another law: secrets or answers differ");
}

/* ---- 5. What size tells ---- */

static int K, plain;  /* the most parts that do not win; whether to name, with all weights and costs one */
static int64_t *rank; /* the cost of what the j-th heaviest secret of a set adds at least */

static void size_bounds(void) {
    int64_t least = cost[0], width = 1, depth = 1;
    int *parts = room(M, sizeof *parts);
    uint8_t *seen = room((size_t)M * A, 1); /* the answers that were given to each action */
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) {
        uint8_t *first = seen + (size_t)a * A + row(s)[a];
        parts[a] += row(s)[a] && !*first, *first = 1;
    }
    K = 1, plain = names;
    for (int a = 0; a < M; a++) {
        if (parts[a] > K) K = parts[a];
        if (cost[a] < least) least = cost[a];
        plain &= cost[a] == 1;
    }
    for (int s = 0; s < N; s++) plain &= weight[s] == 1;
    free(parts), free(seen);
    rank = room((size_t)N, sizeof *rank);
    int branch = names || K > 1 ? K : 2;
    for (int i = names ? 0 : 1; i < N; depth++, width = width > N ? width : width * branch) /* `width` nodes this deep */
        for (int64_t j = 0; j < width && i < N; j++) {
            rank[i++] = names ? depth : depth + 1; /* to name: a node names one. To know: a leaf becomes a node, moves */
            for (int k = 2; !names && k < branch && i < N; k++) rank[i++] = depth; /* down, and has others beside it */
        }
    for (int i = 0; i < N; i++) rank[i] *= least;
}
static int64_t capacity(int64_t steps) { /* the most secrets that so many steps settle; what is above N, not exactly */
    int64_t settled = 0, reached = 1;
    if (steps == FOREVER) return N;
    for (int64_t i = 0; i < steps && i < N; i++) {
        if (reached > N) return reached;
        settled += reached, reached *= K;
    }
    return names ? settled : reached;
}
static int64_t by_size(const int *set, int n, int64_t steps) { /* the heaviest are settled first */
    int64_t total = 0;
    if (n > capacity(steps)) return NEVER;
    for (int i = 0; i < n; i++) total += weight[set[i]] * rank[i];
    return total;
}
/* Few secrets: if the first action names one of them and tells all others apart, they take 1 + 2 (n - 1). If it names
 * one but does not, some other takes three steps, and if it names none, each takes two: 2n. */
static int64_t at_a_look(const int *set, int n) {
    static int64_t *seen, look;
    if (!plain || n < 3 || n > K + 1) return 0;
    if (!seen) seen = room((size_t)A, sizeof *seen);
    for (int i = 0; i < n; i++) {
        int a = naming[set[i]], j = 0;
        if (a < 0) continue;
        for (look++; j < n && seen[row(set[j])[a]] != look; j++) seen[row(set[j])[a]] = look;
        if (j == n) return 2 * n - 1;
    }
    return 2 * n;
}

/* ---- 6. Sets: the heaviest secrets first, those of one weight by number; so are the parts of a set, then ---- */

static int in_order(const void *x, const void *y) {
    int a = *(const int *)x, b = *(const int *)y;
    return weight[a] != weight[b] ? (weight[a] < weight[b] ? 1 : -1) : (a > b) - (a < b);
}
static int same(const int *x, int n, const int *y, int m) { return n == m && !memcmp(x, y, (size_t)n * sizeof *x); }
static uint64_t hash_of(const int *set, int n) {
    uint64_t h = (uint64_t)n;
    for (int i = 0; i < n; i++) h = (h ^ (uint64_t)set[i]) * UINT64_C(0x9E3779B97F4A7C15), h ^= h >> 29;
    return h;
}
typedef struct { int answer, end; } Part; /* it ends where the next one begins */

/* Puts a set in the order of its parts; which part comes first, and the order in each, is that of the set. Gives their
 * number. `out` and `parts` have room for n. */
static int split(const int *set, int n, int a, int *out, Part *parts) {
    static int *place; /* of each answer: one more than that of its part, and 0 between calls */
    int count = 0;
    if (!place) place = room((size_t)A, sizeof *place);
    for (int i = 0; i < n; i++) {
        int answer = row(set[i])[a];
        if (!place[answer]) parts[count] = (Part){answer, 0}, place[answer] = ++count;
        parts[place[answer] - 1].end++; /* its size, at first; then where it begins; and where it ends, once it is filled */
    }
    for (int k = 0, begin = 0; k < count; k++) { int size = parts[k].end; parts[k].end = begin, begin += size; }
    for (int i = 0; i < n; i++) out[parts[place[row(set[i])[a]] - 1].end++] = set[i];
    for (int k = 0; k < count; k++) place[parts[k].answer] = 0;
    return count;
}

/* ---- 7. Maps ---- */

typedef struct { Code *action, *secret; } Map; /* the images */
static Map *maps;
static int64_t map_count;

static Map *new_map(void) {
    if ((map_count & (map_count - 1)) == 0) maps = more(maps, (size_t)map_count * 2 + 1, sizeof *maps); /* doubled when full */
    maps[map_count] = (Map){room(M, sizeof(Code)), room(N, sizeof(Code))};
    return maps + map_count++;
}
static void check_permutation(const Code *image, int n, const char *what) {
    uint8_t *seen = room((size_t)n, 1);
    for (int i = 0; i < n; i++) if (seen[image[i]]++) damaged("map %lld is no permutation of the %s", (long long)map_count, what);
    free(seen);
}
static void read_map(Text line) { /* images of the actions, then of the secrets unless each is named by an action */
    Map *m = new_map();
    long long name = (long long)map_count;
    if (after) damaged("map %lld: a game that restricts what may be asked has no maps", name);
    for (int a = 0; a < M; a++) m->action[a] = (Code)next_number(&line, 0, M);
    check_permutation(m->action, M, "actions");
    int told = line.size > 0;
    if (told && !is(next_word(&line), "s")) damaged("map %lld is no permutation of the actions", name);
    for (int s = 0; s < N; s++) {
        int image = told ? (int)next_number(&line, 0, N) : naming[s] < 0 ? -1 : named[m->action[naming[s]]];
        if (image < 0) damaged("map %lld must say what becomes of the secrets", name);
        m->secret[s] = (Code)image;
    }
    line_ends(line), check_permutation(m->secret, N, "secrets");
    for (int s = 0; s < N; s++) if (weight[s] != weight[m->secret[s]]) wrong("map %lld changes a weight", name);
    for (int a = 0; a < M; a++) if (cost[a] != cost[m->action[a]]) wrong("map %lld changes a cost", name);
    /* Of each action, what becomes of each answer, and of what it is made; one more, so that 0 is not known yet. */
    int *to = room((size_t)M * A, sizeof *to), *from = room((size_t)M * A, sizeof *from);
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) {
        int x = row(s)[a], y = row(m->secret[s])[m->action[a]];
        int *image = to + (size_t)a * A + x, *source = from + (size_t)a * A + y;
        if (!*image && !*source) *image = y + 1, *source = x + 1;
        if (*image != y + 1 || *source != x + 1 || (x == 0) != (y == 0)) wrong("map %lld changes what action %d tells", name, a);
    }
    free(to), free(from);
}
static void read_product(Text line) { /* of maps: a map, too */
    int64_t one = next_number(&line, 1, map_count + 1) - 1, other = next_number(&line, 1, map_count + 1) - 1;
    line_ends(line);
    Map *m = new_map();
    for (int a = 0; a < M; a++) m->action[a] = maps[other].action[maps[one].action[a]];
    for (int s = 0; s < N; s++) m->secret[s] = maps[other].secret[maps[one].secret[s]];
}

/* ---- 8. Lemmas: no strategy settles the set within the steps, by what is allowed, with a total below the bound ---- */

typedef struct { int64_t bound, steps, next; int *set, n; uint64_t *allowed; } Lemma; /* allowed: NULL for everything */
typedef struct { int64_t bound; int *set, n; } Use; /* a part that a lemma bounds under maps */
static Lemma *lemmas;
static int64_t lemma_count, *heads, head_count; /* lists of the lemmas with a hash; -1 ends a list */
static int64_t first_action = -1; /* the terms: the action that is asked first, and whether only what may be the secret */
static int only_possible;

static int64_t one_less(int64_t steps) { return steps == FOREVER ? FOREVER : steps - 1; }
static void remember(Lemma lemma) {
    int64_t from = lemma_count;
    if ((lemma_count & (lemma_count - 1)) == 0) { /* twice the room, and all lists anew */
        lemmas = more(lemmas, (size_t)lemma_count * 2 + 1, sizeof *lemmas);
        head_count = lemma_count * 4 + 2, heads = more(heads, (size_t)head_count, sizeof *heads), from = 0;
        for (int64_t i = 0; i < head_count; i++) heads[i] = -1;
    }
    lemmas[lemma_count++] = lemma;
    for (int64_t i = from; i < lemma_count; i++) {
        int64_t *head = heads + hash_of(lemmas[i].set, lemmas[i].n) % (uint64_t)head_count;
        lemmas[i].next = *head, *head = i;
    }
}
static int covers(const Lemma *l, const uint64_t *allowed) { /* what holds with more allowed holds with less */
    if (!l->allowed) return 1;
    for (int i = 0; allowed && i <= M / 64; i++) if (allowed[i] & ~l->allowed[i]) return 0;
    return allowed != NULL;
}
static int64_t best(const int *set, int n, int64_t steps, const uint64_t *allowed) { /* the best bound that is known */
    int64_t bound = by_size(set, n, steps), look = at_a_look(set, n);
    if (look > bound) bound = look;
    for (int64_t i = head_count ? heads[hash_of(set, n) % (uint64_t)head_count] : -1; i >= 0; i = lemmas[i].next) {
        const Lemma *l = lemmas + i; /* what holds for more steps holds for fewer */
        if (l->bound > bound && l->steps >= steps && same(l->set, l->n, set, n) && covers(l, allowed)) bound = l->bound;
    }
    return bound;
}
/* What a set takes at least if an action is asked: it costs, and each part that does not win has a bound. */
static int64_t asking(const int *set, int n, int a, int64_t steps, const uint64_t *allowed, const Use *uses, int use_count) {
    static int *order;
    static Part *parts;
    static uint64_t *then;
    if (!order) order = room(N, sizeof *order), parts = room(N, sizeof *parts), then = new_actions();
    int64_t total = 0;
    for (int i = 0; i < n; i++) total += weight[set[i]] * cost[a];
    int count = split(set, n, a, order, parts);
    for (int k = 0, begin = 0; k < count; begin = parts[k++].end) {
        if (!parts[k].answer) continue;
        const uint64_t *left = after ? after[(size_t)a * A + parts[k].answer] : NULL;
        if (after && !left) damaged("the table does not say what may be asked after action %d", a);
        for (int i = 0; after && i <= M / 64; i++) then[i] = left[i] & (allowed ? allowed[i] : UINT64_MAX);
        const int *part = order + begin;
        int size = parts[k].end - begin;
        int64_t bound = best(part, size, one_less(steps), after ? then : NULL);
        for (int u = 0; u < use_count; u++)
            if (uses[u].bound > bound && same(uses[u].set, uses[u].n, part, size)) bound = uses[u].bound;
        total = plus(total, bound);
    }
    return total;
}

/* ---- 9. A lemma follows: every action that may be asked and tells something takes its bound at least ---- */

/* Whether sizes alone do not tell that: then the parts have to be looked up. Most actions end here, so this is quick. */
static int short_by_size(const Lemma *l, int a, const Code *const *rows, int64_t mass, int64_t most) {
    static int *count; /* of each answer, so far; 0 between calls */
    int i = 0, tells = rows[0][a] == 0;
    int64_t total = mass * cost[a];
    if (!count) count = room((size_t)A, sizeof *count);
    for (; i < l->n && total < l->bound; i++) {
        int answer = rows[i][a], before = count[answer]++;
        tells |= answer != rows[0][a];
        if (answer) total = before < most ? total + weight[l->set[i]] * rank[before] : NEVER;
    }
    while (i) count[rows[--i][a]] = 0;
    return tells && total < l->bound;
}
static int alike(const Lemma *l, int a, int b) { /* the same parts at the same cost */
    int i = 0;
    while (i < l->n && row(l->set[i])[a] == row(l->set[i])[b]) i++;
    return i == l->n && cost[a] == cost[b];
}
static void check_lemma(const Lemma *l, const int64_t *group, int group_count, const Use *uses, int use_count) {
    static uint8_t *inside, *open;
    static int *found, *settled;
    static const Code **rows;
    int found_count = 0, settled_count = 0, open_count = 0;
    int64_t mass = 0, most = capacity(one_less(l->steps));
    long long name = (long long)lemma_count + 1;
    if (!inside) {
        inside = room(N, 1), open = room(M, 1), rows = room(N, sizeof *rows);
        found = room(M, sizeof *found), settled = room(M, sizeof *settled);
    }
    memset(inside, 0, (size_t)N);
    for (int i = 0; i < l->n; i++) inside[l->set[i]] = 1, rows[i] = row(l->set[i]), mass += weight[l->set[i]];
    for (int g = 0; g < group_count; g++) for (int i = 0; i < l->n; i++) if (!inside[maps[group[g]].secret[l->set[i]]])
        wrong("lemma %lld names map %lld, which does not keep its secrets", name, (long long)group[g] + 1);
    for (int a = 0; a < M; a++) {
        if (only_possible && (named[a] < 0 || !inside[named[a]])) continue;
        if (l->allowed && !has(l->allowed, a)) continue;
        if (!short_by_size(l, a, rows, mass, most)) continue;
        int64_t total = asking(l->set, l->n, a, l->steps, l->allowed, uses, use_count);
        open[a] = total < l->bound;
        if (open[a] && !group_count) wrong("lemma %lld does not follow: action %d may take %lld", name, a, (long long)total);
        if (open[a]) found[open_count++] = a;
        else settled[settled_count++] = a;
    }
    /* The image of a strategy under a map that keeps the set is one for it, with the same total: so the image of an
     * action that is settled is, too; and what answers like that. */
    found_count = open_count;
    for (int at = 0; at < settled_count && open_count; at++) for (int g = 0; g < group_count; g++) {
        int image = maps[group[g]].action[settled[at]];
        for (int k = 0; open[image] && k < found_count; k++)
            if (found[k] != image && open[found[k]] && alike(l, image, found[k]))
                open[found[k]] = 0, open_count--, settled[settled_count++] = found[k];
        if (open[image]) open[image] = 0, open_count--, settled[settled_count++] = image;
    }
    for (int k = 0; k < found_count && open_count; k++) if (open[found[k]])
        wrong("lemma %lld does not follow: nothing settles action %d or an image of it", name, found[k]);
}

/* ---- 10. Reading lemmas ---- */

/* Numbers by differences, each larger than the one before; so they are at most `below`. Gives how many, and the word
 * after them. */
static int read_set(Text *line, int below, int *out, Text *then) {
    int n = 0;
    int64_t number = 0;
    for (*then = next_word(line); then->size && *then->at >= '0' && *then->at <= '9'; *then = next_word(line)) {
        number += number_of(*then, n ? 1 : 0, INT64_MAX);
        if (number >= below) damaged("lemma %lld has a number above %d", (long long)lemma_count + 1, below - 1);
        out[n++] = (int)number;
    }
    return n;
}
/* u ACTION ANSWER LEMMA MAPS: the part that the answer leaves is taken by the maps to the set of the lemma. Then the
 * image of a strategy for the part is one for that set, with the same total. */
static Use read_use(Text *line, const Lemma *l, Text *then) {
    static int *image;
    long long name = (long long)lemma_count + 1;
    int action = (int)next_number(line, 0, M), n = 0;
    int64_t answer = next_number(line, 1, INT64_MAX), number = next_number(line, 1, lemma_count + 1);
    const Lemma *other = lemmas + number - 1;
    if (!image) image = room(N, sizeof *image);
    for (int i = 0; i < l->n; i++) if (row(l->set[i])[action] == answer) image[n++] = l->set[i];
    Use use = {0, more(NULL, (size_t)n, sizeof(int)), n};
    memcpy(use.set, image, (size_t)n * sizeof(int));
    for (*then = next_word(line); then->size && !is(*then, "u"); *then = next_word(line)) {
        const Map *m = maps + number_of(*then, 1, map_count + 1) - 1;
        for (int i = 0; i < n; i++) image[i] = m->secret[image[i]];
    }
    qsort(image, (size_t)n, sizeof *image, in_order);
    if (!same(image, n, other->set, other->n))
        wrong("lemma %lld uses lemma %lld for a part that is no image of its secrets", name, (long long)number);
    if (n < l->n && other->steps >= one_less(l->steps)) use.bound = other->bound;
    return use;
}
static void read_lemma(Text line) { /* BOUND [w STEPS] [a ACTIONS] [g MAPS] s SECRETS [u ...]... */
    static int *numbers;
    long long name = (long long)lemma_count + 1;
    int64_t *group = NULL;
    Use *uses = NULL;
    int use_count = 0, group_count = 0;
    if (!numbers) numbers = room((size_t)(N > M ? N : M), sizeof *numbers);
    Text word = next_word(&line);
    Lemma l = {is(word, "!") ? NEVER : number_of(word, 0, INT64_MAX), FOREVER, -1, NULL, 0, NULL};
    if (is(word = next_word(&line), "w")) l.steps = next_number(&line, 1, INT64_MAX), word = next_word(&line);
    if (is(word, "a")) {
        if (!after) damaged("lemma %lld says what is allowed, in a game where everything is", name);
        int n = read_set(&line, M, numbers, &word);
        l.allowed = new_actions();
        for (int i = 0; i < n; i++) add(l.allowed, numbers[i]);
    }
    if (is(word, "g")) {
        for (word = next_word(&line); word.size && !is(word, "s"); word = next_word(&line)) {
            if ((group_count & (group_count - 1)) == 0) group = more(group, (size_t)group_count * 2 + 1, sizeof *group);
            group[group_count++] = number_of(word, 1, map_count + 1) - 1;
        }
        if (!group_count || after) damaged("lemma %lld must name maps after g, in a game where everything is allowed", name);
    }
    if (!is(word, "s")) damaged("lemma %lld must have its sections in the order w a g s u, and s", name);
    l.n = read_set(&line, N, numbers, &word);
    if (!l.n && is(word, "*")) for (word = next_word(&line); l.n < N; l.n++) numbers[l.n] = l.n;
    if (l.n < (names ? 1 : 2)) damaged("lemma %lld is about too few secrets", name);
    if (lemma_count && l.n < lemmas[lemma_count - 1].n) damaged("lemma %lld is about fewer secrets than the one before it", name);
    l.set = more(NULL, (size_t)l.n, sizeof *l.set), memcpy(l.set, numbers, (size_t)l.n * sizeof *l.set);
    qsort(l.set, (size_t)l.n, sizeof *l.set, in_order);
    while (word.size) {
        if (!is(word, "u") || after) damaged("lemma %lld has '%.*s' where u should be", name, (int)word.size, word.at);
        if ((use_count & (use_count - 1)) == 0) uses = more(uses, (size_t)use_count * 2 + 1, sizeof *uses);
        uses[use_count++] = read_use(&line, &l, &word);
    }
    check_lemma(&l, group, group_count, uses, use_count);
    remember(l);
    while (use_count) free(uses[--use_count].set);
    free(uses), free(group);
}

/* ---- 11. The tree ---- */

typedef struct { int64_t depth, answer, action; } Node;
static Node *nodes;
static int64_t node_count, played, tree_cost, tree_worst;
static Node path[10001]; /* from the first node to this one */

static void check_asked(int64_t depth, const int *set, int n) { /* whether the last node of the path keeps rules and terms */
    int a = (int)path[depth].action, possible = 0;
    for (int i = 0; i < n; i++) possible |= named[a] == set[i];
    if (!depth && first_action >= 0) {
        if (a != first_action) wrong("its terms are to ask action %lld first, and it does not", (long long)first_action);
    } else if (only_possible && !possible)
        wrong("its terms are to ask only what may be the secret, and node %lld does not", (long long)played);
    for (int64_t d = 0; d < depth; d++) {
        if (path[d].action == a) wrong("node %lld asks what was asked before", (long long)played);
        const uint64_t *then = after ? after[path[d].action * A + path[d + 1].answer] : NULL;
        if (after && (!then || !has(then, a))) wrong("node %lld asks what may not be asked then", (long long)played);
    }
}
/* Plays the nodes that follow: of the parts of a set, those with an answer above -1 wait for one of this depth. */
static void play(int *set, Part *parts, int count, int waiting, int64_t depth) {
    for (; waiting || (!depth && played < node_count); waiting--) {
        if (played == node_count) wrong("the tree ends before every secret is settled");
        Node node = nodes[played++];
        int k = 0, n, still = 0;
        if (node.action >= M) damaged("node %lld asks action %lld, and they go to %d", (long long)played, (long long)node.action, M - 1);
        if (node.depth != depth) wrong("node %lld has a depth that cannot follow the node before it", (long long)played);
        if (depth == sizeof path / sizeof *path - 1) damaged("the tree is too deep");
        while (k < count && parts[k].answer != node.answer) k++;
        if (k == count) wrong("node %lld follows an answer that no secret gives, or that wins", (long long)played);
        int *part = set + (k ? parts[k - 1].end : 0);
        n = parts[k].end - (int)(part - set), parts[k].answer = -1;
        path[depth] = node;
        check_asked(depth, part, n);
        int *order = room((size_t)n, sizeof *order);
        Part *below = room((size_t)n, sizeof *below);
        int below_count = split(part, n, (int)node.action, order, below);
        for (int i = 0; i < n; i++) part[i] = order[i], tree_cost = plus(tree_cost, weight[order[i]] * cost[node.action]);
        free(order), below = more(below, (size_t)below_count, sizeof *below);
        for (int i = 0; i < below_count; i++) {
            int over = below[i].answer == 0 || (!names && below[i].end - (i ? below[i - 1].end : 0) == 1);
            if (over) below[i].answer = -1, tree_worst = depth + 1 > tree_worst ? depth + 1 : tree_worst;
            else still++;
        }
        play(part, below, below_count, still, depth + 1);
        free(below);
    }
}

/* ---- 12. The file ---- */

static int *everything; /* all secrets */

static int64_t least(int64_t steps) { /* the best bound of the total of a strategy on the terms within so many steps */
    if (!names && N == 1) return 0;
    if (steps <= 0) return NEVER;
    if (first_action < 0) return best(everything, N, steps, NULL);
    return asking(everything, N, (int)first_action, steps, NULL, NULL, 0);
}
static void read_nodes(File *f) {
    for (; begins(rest_of(f), "n "); node_count++) {
        if ((node_count & (node_count - 1)) == 0) nodes = more(nodes, (size_t)node_count * 2 + 1, sizeof *nodes);
        Text line = value_of(f, "n");
        int64_t depth = next_number(&line, 0, INT64_MAX), answer = next_number(&line, 0, INT64_MAX);
        nodes[node_count] = (Node){depth, answer, next_number(&line, 0, INT64_MAX)};
        line_ends(line);
    }
}
static void check_tree(int64_t limit) {
    int over = !names && N == 1; /* it is known before any question */
    if (over && (node_count || first_action >= 0)) wrong("the tree asks something, and the goal is reached before any question");
    int *set = room(N, sizeof *set);
    Part all = {0, N};
    memcpy(set, everything, (size_t)N * sizeof *set);
    play(set, &all, 1, !over, 0);
    free(set);
    if (limit && tree_worst > limit)
        wrong("its terms are plays of at most %lld steps, and it takes %lld", (long long)limit, (long long)tree_worst);
}
static void check_certificate(File *f) { /* line by line: each leans on what stands before it */
    while (!begins(rest_of(f), "end")) {
        Text line = next_line(f), word = next_word(&line);
        if (is(word, "m")) read_map(line);
        else if (is(word, "p")) read_product(line);
        else if (is(word, "l")) read_lemma(line);
        else damaged("no line of a certificate begins with '%.*s'", (int)(word.size > 40 ? 40 : word.size), word.at);
    }
    next_line(f);
    if (f->at != f->size) damaged("something follows the line that ends it");
}
int main(int count, char **argument) {
    int table = count == 4 && !strcmp(argument[2], "-t"), words = count == 5 && !strcmp(argument[2], "-w");
    if (count != 2 && !table && !words) damaged("usage: check FILE [-t TABLE | -w ANSWERS ALLOWED]");
    File f = open_file(argument[1], "proof");
    check_whole(&f);
    if (!is(value_of(&f, "sleuth"), "proof 1")) damaged("it is no proof of version 1");
    Text game = value_of(&f, "game"), goal = value_of(&f, "goal"), objective = value_of(&f, "objective");
    Text law_line = value_of(&f, "law"), sizes = law_line;
    int by_worst = is(objective, "worst");
    int64_t limit = 0;
    names = is(goal, "name");
    if (!names && !is(goal, "know")) damaged("its goal is name or know");
    if (!by_worst && !is(objective, "mean")) damaged("its objective is mean or worst");
    N = (int)next_number(&sizes, 1, MOST + 1), M = (int)next_number(&sizes, 1, MOST + 1);
    if (begins(rest_of(&f), "first ")) first_action = number_after(&f, "first", 0);
    if (begins(rest_of(&f), "within ")) limit = number_after(&f, "within", 1);
    if (begins(rest_of(&f), "only-possible\n")) next_line(&f), only_possible = 1;
    int64_t total = number_after(&f, "total", 0), worst = number_after(&f, "worst", 0);
    Text proved = value_of(&f, "proved");
    int both = is(proved, "total worst"), proves_total = both || is(proved, "total"), proves_worst = both || is(proved, "worst");
    if (proved.size && !proves_total && !proves_worst) damaged("what is proved is total, worst or both");
    read_nodes(&f);
    if (table) table_law(game, argument[3]);
    else if (words) word_law(game, argument[3], argument[4]);
    else if (!names || !(code_game(game, "mastermind:pegs=%d,colours=%d", 0) || code_game(game, "bulls-and-cows:length=%d,symbols=%d", 1)))
        damaged("this law is not known here: give a table of its answers (-t), or lists of words (-w)");
    check_digest(law_line), size_bounds();
    everything = room(N, sizeof *everything);
    for (int s = 0; s < N; s++) everything[s] = s;
    qsort(everything, (size_t)N, sizeof *everything, in_order);
    if (first_action >= M) damaged("its first action is %lld, and they go to %d", (long long)first_action, M - 1);
    check_tree(limit);
    if (tree_cost != total) wrong("the file claims a total of %lld, and it is %lld", (long long)total, (long long)tree_cost);
    if (tree_worst != worst) wrong("the file claims a worst of %lld, and it is %lld", (long long)worst, (long long)tree_worst);
    check_certificate(&f);
    /* The total: no strategy takes less; where the worst case comes first, none that is never longer. The worst case:
     * none is always shorter; where the total comes first, not with a total as small. */
    int64_t shorter = least(worst - 1);
    if (proves_total && least(by_worst ? worst : limit ? limit : FOREVER) < total)
        wrong("the file claims that its total is proved, and its lemmas do not prove that");
    if (proves_worst && worst > 0 && shorter < NEVER && (by_worst || shorter <= total))
        wrong("the file claims that its worst is proved, and its lemmas do not prove that");
    printf("Right: a tree of %lld nodes with a total of %lld and plays of at most %lld; %lld lemmas prove %s.\n",
           (long long)node_count, (long long)total, (long long)worst, (long long)lemma_count,
           both ? "total and worst" : proves_total ? "total" : proves_worst ? "worst" : "nothing");
    return 0;
}
