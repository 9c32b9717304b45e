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
 * What is checked: the tree is played by all secrets. Each lemma, "no strategy for this set (within so many steps) has
 * a total below this bound", follows in one step: for every action, the cost of asking plus the bounds of the parts
 * that it leaves reaches the bound of the lemma. A part is bounded by its size, by a lemma about it that came before,
 * or by one about an image of it. Where maps keep the set, an image of an action that is settled is settled.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEVER INT64_C(4000000000000000000) /* the total of what cannot be settled; larger sums are cut to it */
#define FOREVER INT64_MAX                  /* no limit on the steps */
#define MOST 65535                         /* secrets and actions have numbers of two bytes */
#define MASS INT64_C(1000000000000)        /* weights times costs stay below it, so that no sum overflows */

typedef uint16_t Code;

static void damaged(const char *text, ...) {
    va_list list;
    va_start(list, text);
    fputs("check: ", stderr), vfprintf(stderr, text, list), fputs("\n", stderr);
    exit(2);
}
static void wrong(const char *text, ...) {
    va_list list;
    va_start(list, text);
    fputs("WRONG: ", stdout), vprintf(text, list), puts(".");
    exit(1);
}
static void *room(size_t number, size_t size) {
    void *out = size && number > SIZE_MAX / size ? NULL : calloc(number ? number : 1, size);
    if (!out) damaged("out of memory");
    return out;
}
static void *more(void *old, size_t number, size_t size) {
    void *out = size && number > SIZE_MAX / size ? NULL : realloc(old, number * size);
    if (!out) damaged("out of memory");
    return out;
}
static int64_t plus(int64_t a, int64_t b) { return a + b >= NEVER ? NEVER : a + b; } /* both up to NEVER */

/* ---- Text: a file as lines, a line as words with one blank between. ---- */

typedef struct { char *text; size_t size, at; long line; const char *what; } File;
typedef struct { const char *at, *end; } Line;
typedef struct { const char *at; size_t size; } Word;

static File open_file(const char *path, const char *what) {
    File f = {NULL, 0, 0, 0, what};
    FILE *in = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    size_t have = 0;
    if (!in) damaged("cannot read the %s %s", what, path);
    for (;;) {
        if (have - f.size < 65536) f.text = more(f.text, have = 2 * have + 65536, 1);
        size_t got = fread(f.text + f.size, 1, have - f.size, in);
        f.size += got;
        if (!got) break;
    }
    if (ferror(in)) damaged("cannot read the %s %s", what, path);
    if (in != stdin) fclose(in);
    if (f.size > 1 && (unsigned char)f.text[0] == 0x1f && (unsigned char)f.text[1] == 0x8b)
        damaged("the %s is compressed: gzip -dc %s | check -", what, path);
    return f;
}
static void check_whole(const File *f) { /* the last line counts those before it, and none is empty: else it is cut short */
    char text[32];
    size_t from = 0;
    for (long line = 0; from < f->size; line++) {
        const char *stop = memchr(f->text + from, '\n', f->size - from);
        if (!stop) break;
        if (stop == f->text + from) damaged("line %ld is empty", line + 1);
        size_t n = (size_t)(stop - f->text) - from;
        sprintf(text, "end %ld", line);
        if (n == strlen(text) && !memcmp(f->text + from, text, n) && from + n + 1 == f->size) return;
        from += n + 1;
    }
    damaged("the %s is not whole: it has no last line that counts those before it", f->what);
}
static int peek(File *f, const char *start) { /* does the next line begin so? */
    size_t n = strlen(start);
    return f->size - f->at >= n && !memcmp(f->text + f->at, start, n);
}
static Line next_line(File *f) {
    char *from = f->text + f->at, *stop = f->size > f->at ? memchr(from, '\n', f->size - f->at) : NULL;
    if (!stop) damaged("the %s is cut short after line %ld", f->what, f->line);
    if (stop == from) damaged("line %ld of the %s is empty", f->line + 1, f->what);
    f->line++;
    f->at = (size_t)(stop - f->text) + 1;
    return (Line){from, stop};
}
static int next_word(Line *l, Word *w) {
    if (!l->at) return 0;
    const char *stop = memchr(l->at, ' ', (size_t)(l->end - l->at));
    *w = (Word){l->at, (size_t)((stop ? stop : l->end) - l->at)};
    if (!w->size) damaged("two blanks, or one at the end of a line");
    l->at = stop ? stop + 1 : NULL;
    if (stop && stop + 1 == l->end) damaged("a blank at the end of a line");
    return 1;
}
static int is(Word w, const char *text) { return w.size == strlen(text) && !memcmp(w.at, text, w.size); }
static int64_t number_of(Word w, int64_t least, int64_t below) { /* a whole number of at most 18 digits */
    int64_t n = 0;
    if (w.size > 18) damaged("a number has more than 18 digits");
    for (size_t i = 0; i < w.size; i++) {
        if (w.at[i] < '0' || w.at[i] > '9') damaged("'%.*s' is no whole number", (int)w.size, w.at);
        n = 10 * n + (w.at[i] - '0');
    }
    if (n < least || n >= below) damaged("the number %lld is out of range", (long long)n);
    return n;
}
static int64_t next_number(Line *l, int64_t least, int64_t below) {
    Word w;
    if (!next_word(l, &w)) damaged("a line ends where a number should be");
    return number_of(w, least, below);
}
static void line_ends(Line *l) { if (l->at) damaged("a line goes on: '%.*s'", (int)(l->end - l->at > 40 ? 40 : l->end - l->at), l->at); }
static Line value_of(File *f, const char *name) { /* the rest of a line that must begin with a word */
    Line l = next_line(f);
    size_t n = strlen(name);
    if ((size_t)(l.end - l.at) < n || memcmp(l.at, name, n) || (l.at[n] != ' ' && l.at + n != l.end)) damaged("line %ld must be '%s'", f->line, name);
    l.at = l.at + n == l.end ? NULL : l.at + n + 1;
    return l;
}
static int only(Line l, const char *text) { return l.at && (size_t)(l.end - l.at) == strlen(text) && !memcmp(l.at, text, strlen(text)); }

/* ---- SHA-256 (FIPS 180-4), for the digest of the law. ---- */

static uint32_t sha[8];
static uint8_t sha_block[64];
static uint64_t sha_bytes;
static uint32_t sha_k[64];
static void sha_begin(void) { /* the constants are the first bits of the square and cube roots of the first primes */
    int n = 0;
    for (uint32_t p = 2; n < 64; p++) {
        int prime = 1;
        for (uint32_t d = 2; d * d <= p; d++) prime &= p % d != 0;
        if (!prime) continue;
        uint64_t root = 0; /* the largest r with r^3 <= p * 2^96; only its last 32 bits are wanted */
        for (int bit = 34; bit >= 0; bit--) {
            uint64_t r = root | (uint64_t)1 << bit, hi = r >> 18, lo = r & 0x3ffff;
            /* r^3 = ((hi * 2^18 + lo))^3, compared in pieces of 54 bits */
            uint64_t a = hi * hi * hi, b = 3 * hi * hi * lo, c = 3 * hi * lo * lo, d = lo * lo * lo;
            c += d >> 18, b += c >> 18, a += b >> 18;
            uint64_t low = (b & 0x3ffff) << 36 | (c & 0x3ffff) << 18 | (d & 0x3ffff); /* r^3 = a * 2^54 + low */
            uint64_t want = (uint64_t)p << 42;                                        /* p * 2^96 = want * 2^54 */
            if (a < want || (a == want && low == 0)) root = r;
        }
        sha_k[n] = (uint32_t)root;
        if (n < 8) {
            uint64_t square = 0; /* the largest r with r^2 <= p * 2^64 */
            for (int bit = 35; bit >= 0; bit--) {
                uint64_t r = square | (uint64_t)1 << bit, hi = r >> 18, lo = r & 0x3ffff;
                uint64_t top = hi * hi, middle = 2 * hi * lo + (lo * lo >> 18);
                top += middle >> 18;
                uint64_t low = (middle & 0x3ffff) << 18 | (lo * lo & 0x3ffff); /* r^2 = top * 2^36 + low */
                if (top < (uint64_t)p << 28 || (top == (uint64_t)p << 28 && low == 0)) square = r;
            }
            sha[n] = (uint32_t)square;
        }
        n++;
    }
    sha_bytes = 0;
}
static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }
static void sha_round(void) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)sha_block[4 * i] << 24 | (uint32_t)sha_block[4 * i + 1] << 16 | (uint32_t)sha_block[4 * i + 2] << 8 | sha_block[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, sha, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t t = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + sha_k[i] + w[i];
        uint32_t u = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t, v[0] = t + u;
    }
    for (int i = 0; i < 8; i++) sha[i] += v[i];
}
static void sha_byte(uint8_t byte) { sha_block[sha_bytes++ % 64] = byte; if (sha_bytes % 64 == 0) sha_round(); }
static void sha_text(const char *text) { while (*text) sha_byte((uint8_t)*text++); }
static void sha_end(char *hex) { /* 64 digits */
    uint64_t bits = 8 * sha_bytes;
    sha_byte(0x80);
    while (sha_bytes % 64 != 56) sha_byte(0);
    for (int i = 56; i >= 0; i -= 8) sha_byte((uint8_t)(bits >> i));
    for (int i = 0; i < 8; i++) sprintf(hex + 8 * i, "%08lx", (unsigned long)sha[i]);
}

/* ---- The law: for every secret and action the number of the answer; 0 wins. ---- */

static int N, M, A;         /* secrets, actions, and one more than the largest number of an answer */
static Code *row, *column;  /* row[s * M + a] == column[a * N + s] */
static int *named, *naming; /* the secret that an action wins with, the action that a secret is won with; or -1 */
static int64_t *weight, *cost;
static int names;           /* the goal: 1 to name the secret, 0 to know it */
static uint64_t **after;    /* after[a * A + answer]: a bit for each action that may be asked then; NULL: all always may */

static void size_law(int64_t n, int64_t m) {
    if (n < 1 || m < 1 || n > MOST || m > MOST) damaged("a game of %lld secrets and %lld actions is too large", (long long)n, (long long)m);
    N = (int)n, M = (int)m;
    row = room((size_t)N * M, sizeof *row), column = room((size_t)N * M, sizeof *column);
    named = room(M, sizeof *named), naming = room(N, sizeof *naming);
    weight = room(N, sizeof *weight), cost = room(M, sizeof *cost);
    for (int a = 0; a < M; a++) named[a] = -1, cost[a] = 1;
    for (int s = 0; s < N; s++) naming[s] = -1, weight[s] = 1;
}
static void number_answers(int raw) { /* the rows hold answers below `raw`: number them as they come, but what wins is 0 */
    int *number = room((size_t)raw, sizeof *number);
    Code *wins = room(M, sizeof *wins);
    A = 1;
    for (int s = 0; s < N; s++) if (naming[s] >= 0) wins[naming[s]] = row[(size_t)s * M + naming[s]];
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) {
        Code *at = row + (size_t)s * M + a;
        if (named[a] == s) { *at = 0; continue; }
        if (named[a] >= 0 && *at == wins[a]) wrong("the winning answer to action %d is given to secret %d too", a, s);
        if (!number[*at]) number[*at] = A++;
        *at = (Code)number[*at];
    }
    free(number), free(wins);
}
static void fill_columns(void) {
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) column[(size_t)a * N + s] = row[(size_t)s * M + a];
}
static void code_law(int places, int symbols, int distinct) { /* Mastermind; with symbols that differ, Bulls & Cows */
    int64_t all = 1, n = 0;
    if (places < 1 || places > 16 || symbols < 1 || symbols > 100) damaged("codes of %d places and %d symbols are too large", places, symbols);
    for (int i = 0; i < places; i++) if ((all *= symbols) > INT64_C(100000000)) damaged("codes of %d places and %d symbols are too large", places, symbols);
    int code[16] = {0}, (*codes)[16] = room(MOST, sizeof *codes);
    for (int64_t k = 0; k < all; k++) {
        int64_t rest = k;
        int ok = 1;
        for (int i = places - 1; i >= 0; i--) code[i] = (int)(rest % symbols), rest /= symbols;
        for (int i = 0; distinct && i < places; i++) for (int j = 0; j < i; j++) ok &= code[i] != code[j];
        if (!ok) continue;
        if (n == MOST) damaged("the game is too large");
        memcpy(codes[n++], code, sizeof code);
    }
    size_law(n, n);
    for (int s = 0; s < N; s++) {
        int in_s[100] = {0};
        naming[s] = named[s] = s;
        for (int i = 0; i < places; i++) in_s[codes[s][i]]++;
        for (int a = 0; a < M; a++) {
            int black = 0, both = 0; /* a symbol of the action is right, somewhere, as long as the secret has more of them */
            for (int i = 0; i < places; i++) black += codes[a][i] == codes[s][i], both += in_s[codes[a][i]]-- > 0;
            for (int i = 0; i < places; i++) in_s[codes[a][i]]++;
            row[(size_t)s * M + a] = (Code)(both * (places + 1) + black);
        }
    }
    free(codes);
    number_answers((places + 1) * (places + 1));
}
static int by_word(const void *x, const void *y) { return strcmp(x, y); }
static int64_t read_words(const char *path, char (*out)[16], int64_t n) { /* after the n that are there; in order, each once */
    File f = open_file(path, "list");
    if (f.size && f.text[f.size - 1] != '\n') f.text = more(f.text, f.size + 1, 1), f.text[f.size++] = '\n';
    while (f.at < f.size) {
        Line l = next_line(&f);
        if (l.end[-1] == '\r') l.end--;
        if (l.end - l.at > 10 || l.end == l.at || n == 2 * MOST) damaged("line %ld of %s is no word of at most 10 letters", f.line, path);
        for (const char *c = l.at; c < l.end; c++) if (*c < 'a' || *c > 'z') damaged("line %ld of %s is no word of the letters a to z", f.line, path);
        memset(out[n], 0, sizeof *out), memcpy(out[n++], l.at, (size_t)(l.end - l.at));
    }
    free(f.text);
    qsort(out, (size_t)n, sizeof *out, by_word);
    int64_t kept = 0;
    for (int64_t i = 0; i < n; i++) if (!kept || strcmp(out[kept - 1], out[i])) memmove(out[kept++], out[i], sizeof *out);
    return kept;
}
static void word_law(const char *answers, const char *allowed) {
    char (*secret)[16] = room(2 * MOST, sizeof *secret), (*action)[16] = room(2 * MOST, sizeof *action);
    int64_t n = read_words(answers, secret, 0);
    memcpy(action, secret, (size_t)n * sizeof *action);
    size_law(n, read_words(allowed, action, n));
    int letters = (int)strlen(secret[0]), raw = 1;
    for (int i = 0; i < letters; i++) raw *= 3;
    for (int a = 0; a < M; a++) if ((int)strlen(action[a]) != letters) damaged("the words are not all of %d letters", letters);
    for (int s = 0; s < N; s++) for (int a = 0; a < M; a++) {
        int spare[26] = {0}, mark = 0;
        const char *x = action[a], *y = secret[s];
        for (int i = 0; i < letters; i++) if (x[i] != y[i]) spare[y[i] - 'a']++;
        for (int i = 0; i < letters; i++) mark = 3 * mark + (x[i] == y[i] ? 2 : spare[x[i] - 'a'] && spare[x[i] - 'a']-- ? 1 : 0);
        row[(size_t)s * M + a] = (Code)mark;
        if (mark == raw - 1) named[a] = s, naming[s] = a;
    }
    free(secret), free(action);
    number_answers(raw);
}
static void table_law(const char *path, Line game) {
    File f = open_file(path, "table");
    check_whole(&f);
    if (!only(value_of(&f, "sleuth"), "table 1")) damaged("the table does not begin with 'sleuth table 1'");
    Line l = value_of(&f, "game");
    if (!l.at || l.end - l.at != game.end - game.at || memcmp(l.at, game.at, (size_t)(l.end - l.at))) damaged("the table is of another game");
    if (!only(value_of(&f, "goal"), names ? "name" : "know")) damaged("the table has another goal");
    l = value_of(&f, "size");
    int64_t n = next_number(&l, 1, MOST + 1), m = next_number(&l, 1, MOST + 1), mass = 0, dearest = 0;
    line_ends(&l), size_law(n, m);
    l = value_of(&f, "weights");
    for (int s = 0; s < N; s++) mass += weight[s] = next_number(&l, 1, MASS);
    line_ends(&l), l = value_of(&f, "costs");
    for (int a = 0; a < M; a++) { cost[a] = next_number(&l, 1, MASS); if (cost[a] > dearest) dearest = cost[a]; }
    line_ends(&l);
    if (mass > MASS / dearest) damaged("the weights or costs are too large to count with");
    A = 1;
    for (int s = 0; s < N; s++) {
        l = value_of(&f, "r");
        for (int a = 0; a < M; a++) {
            int code = (int)next_number(&l, 0, MOST);
            row[(size_t)s * M + a] = (Code)code;
            if (code >= A) A = code + 1;
            if (code) continue;
            if (!names || named[a] >= 0 || naming[s] >= 0) damaged("the table has a winning answer too many");
            named[a] = s, naming[s] = a;
        }
        line_ends(&l);
    }
    while (peek(&f, "a ")) {
        if (!after) after = room((size_t)M * A, sizeof *after);
        l = value_of(&f, "a");
        int64_t a = next_number(&l, 0, M), answer = next_number(&l, 1, A);
        uint64_t *bits = after[a * A + answer] = room((size_t)M / 64 + 1, sizeof *bits);
        while (l.at) { int64_t b = next_number(&l, 0, M); bits[b / 64] |= (uint64_t)1 << b % 64; }
    }
    next_line(&f);
    if (f.at != f.size) damaged("something follows the line that ends the table");
    free(f.text);
}
static int spec_number(Line game, const char *key) { /* the value of a key in a spec string */
    size_t n = strlen(key);
    for (const char *c = game.at; c < game.end; c++)
        if ((c[-1] == ':' || c[-1] == ',') && (size_t)(game.end - c) > n && !memcmp(c, key, n) && c[n] == '=') {
            const char *stop = c + n + 1;
            while (stop < game.end && *stop != ',') stop++;
            return (int)number_of((Word){c + n + 1, (size_t)(stop - c - n - 1)}, 1, 101);
        }
    damaged("this law is not known here; give a table of its answers (-t)");
    return 0;
}
static void code_game(Line game, const char *name, const char *places, const char *symbols, int distinct) {
    char text[80];
    int one = spec_number(game, places), other = spec_number(game, symbols);
    sprintf(text, "%s:%s=%d,%s=%d", name, places, one, symbols, other);
    if (!only(game, text)) damaged("this law is not known here; give a table of its answers (-t)"); /* another key changes the law */
    code_law(one, other, distinct);
}
static int begins(Line game, const char *name) { size_t n = strlen(name); return (size_t)(game.end - game.at) >= n && !memcmp(game.at, name, n) && (game.at + n == game.end || game.at[n] == ':'); }

/* ---- What size tells. ---- */

static int K, plain, few;    /* the most parts that do not win; one weight, one cost, to name; where 2n - 1 holds */
static int64_t *rank, *size; /* what the j-th heaviest secret adds, what so many of weight one take; both at least */

static void size_bounds(void) {
    int64_t least = cost[0];
    uint8_t *seen = room((size_t)A, 1);
    K = 1, plain = names;
    for (int a = 0; a < M; a++) {
        int parts = 0;
        memset(seen, 0, (size_t)A);
        for (int s = 0; s < N; s++) { int c = column[(size_t)a * N + s]; parts += c && !seen[c], seen[c] = 1; }
        if (parts > K) K = parts;
        if (cost[a] < least) least = cost[a];
        plain &= cost[a] == 1;
    }
    for (int s = 0; s < N; s++) plain &= weight[s] == 1;
    free(seen);
    few = K + 1;
    rank = room((size_t)N + 1, sizeof *rank), size = room((size_t)N + 1, sizeof *size);
    int64_t width = 1, depth = 1;
    if (names) /* one secret takes one step, K take two, K * K three */
        for (int i = 0; i < N; depth++, width = width > N ? width : width * K) for (int64_t j = 0; j < width && i < N; j++) rank[i++] = depth;
    else { /* a leaf at depth d becomes a node: it moves down, and the first new leaf adds d + 2, the others d + 1 */
        int branch = K < 2 ? 2 : K;
        for (int i = 1; i < N; depth++, width = width > N ? width : width * branch)
            for (int64_t j = 0; j < width && i < N; j++) {
                rank[i++] = depth + 1;
                for (int k = 2; k < branch && i < N; k++) rank[i++] = depth;
            }
    }
    for (int i = 0; i < N; i++) rank[i] *= least, size[i + 1] = size[i] + rank[i];
}
static int64_t capacity(int64_t steps) { /* the most secrets that so many steps settle, counted to just above N */
    int64_t settled = 0, reached = 1;
    for (int64_t i = 0; i < steps && i < N; i++) {
        if (reached > N) return N + 1;
        settled += reached, reached *= K;
    }
    return names ? settled : reached;
}
static int by_weight(const void *x, const void *y) { int64_t a = *(const int64_t *)x, b = *(const int64_t *)y; return (a < b) - (a > b); }
static int64_t by_size(const int *set, int n, int64_t steps) {
    static int64_t *buffer;
    int64_t total = 0;
    if (steps != FOREVER && n > capacity(steps)) return NEVER;
    if (plain) return size[n];
    if (!buffer) buffer = room(N, sizeof *buffer);
    for (int i = 0; i < n; i++) buffer[i] = weight[set[i]];
    qsort(buffer, (size_t)n, sizeof *buffer, by_weight);
    for (int i = 0; i < n; i++) total += buffer[i] * rank[i];
    return total;
}
static int64_t at_a_look(const int *set, int n) { /* few secrets: 2n - 1 if one of them tells all others apart, else 2n */
    static uint32_t *seen, mark;
    if (!plain || n < 3 || n > few) return 0;
    if (!seen) seen = room((size_t)A, sizeof *seen);
    for (int i = 0; i < n; i++) {
        int a = naming[set[i]], parts = 0;
        if (a < 0) continue;
        if (++mark == 0) memset(seen, 0, (size_t)A * sizeof *seen), mark = 1;
        for (int j = 0; j < n; j++) { int c = column[(size_t)a * N + set[j]]; parts += seen[c] != mark, seen[c] = mark; }
        if (parts == n) return 2 * n - 1;
    }
    return 2 * n;
}

/* ---- Maps. ---- */

typedef struct { Code *action, *secret; } Map;
static Map *maps;
static int64_t map_count, map_room;

static Map *new_map(void) {
    if (map_count == map_room) maps = more(maps, (size_t)(map_room = 2 * map_room + 64), sizeof *maps);
    maps[map_count] = (Map){room(M, sizeof(Code)), room(N, sizeof(Code))};
    return maps + map_count++;
}
static void check_permutation(const Code *image, int n, const char *what) {
    uint8_t *seen = room((size_t)n, 1);
    for (int i = 0; i < n; i++) { if (seen[image[i]]) damaged("map %lld is no permutation of the %s", (long long)map_count, what); seen[image[i]] = 1; }
    free(seen);
}
static void read_map(Line *l) { /* images of the actions, then of the secrets unless each is an action; tried on all pairs */
    Map *m = new_map();
    Word w;
    for (int a = 0; a < M; a++) m->action[a] = (Code)next_number(l, 0, M);
    check_permutation(m->action, M, "actions");
    if (l->at) {
        if (!next_word(l, &w) || !is(w, "s")) damaged("map %lld is no permutation of the actions", (long long)map_count);
        for (int s = 0; s < N; s++) m->secret[s] = (Code)next_number(l, 0, N);
    } else
        for (int s = 0; s < N; s++) {
            if (naming[s] < 0 || named[m->action[naming[s]]] < 0) damaged("map %lld must say what becomes of the secrets", (long long)map_count);
            m->secret[s] = (Code)named[m->action[naming[s]]];
        }
    line_ends(l), check_permutation(m->secret, N, "secrets");
    if (after) damaged("a game that restricts what may be asked has no maps");
    for (int s = 0; s < N; s++) if (weight[s] != weight[m->secret[s]]) wrong("map %lld changes a weight", (long long)map_count);
    int *to = room((size_t)A, sizeof *to), *from = room((size_t)A, sizeof *from);
    for (int a = 0; a < M; a++) {
        if (cost[a] != cost[m->action[a]]) wrong("map %lld changes a cost", (long long)map_count);
        const Code *x = column + (size_t)a * N, *y = column + (size_t)m->action[a] * N;
        memset(to, -1, (size_t)A * sizeof *to), memset(from, -1, (size_t)A * sizeof *from);
        for (int s = 0; s < N; s++) { /* the same answers must become the same, and different ones different */
            int u = x[s], v = y[m->secret[s]];
            if (to[u] < 0 && from[v] < 0) to[u] = v, from[v] = u;
            if (to[u] != v || from[v] != u || (u == 0) != (v == 0)) wrong("map %lld changes what action %d tells", (long long)map_count, a);
        }
    }
    free(to), free(from);
}
static void read_product(Line *l) {
    int64_t one = next_number(l, 1, map_count + 1) - 1, other = next_number(l, 1, map_count + 1) - 1;
    line_ends(l);
    Map *m = new_map();
    for (int a = 0; a < M; a++) m->action[a] = maps[other].action[maps[one].action[a]];
    for (int s = 0; s < N; s++) m->secret[s] = maps[other].secret[maps[one].secret[s]];
}

/* ---- Lemmas. ---- */

typedef struct { int64_t bound, steps, next; int *set, n; uint64_t *allowed; } Lemma;
typedef struct { int n, *part, *image; int64_t lemma, bound; } Use; /* a part of the set, and its image under maps */
static Lemma *lemmas;
static int64_t lemma_count, lemma_room, *heads, head_count;
static int64_t first_action = -1;
static int only_possible;

static uint64_t hash_of(const int *set, int n) {
    uint64_t h = (uint64_t)n;
    for (int i = 0; i < n; i++) h = (h ^ (uint64_t)set[i]) * UINT64_C(0x9E3779B97F4A7C15), h ^= h >> 29;
    return h;
}
static void remember(Lemma lemma) {
    if (lemma_count == lemma_room) lemmas = more(lemmas, (size_t)(lemma_room = 2 * lemma_room + 1024), sizeof *lemmas);
    lemmas[lemma_count++] = lemma;
    int64_t from = lemma_count - 1;
    if (lemma_count > head_count / 2) { /* a larger table of heads, and all lemmas anew */
        free(heads), heads = room((size_t)(head_count = 4 * head_count + 1024), sizeof *heads), from = 0;
        for (int64_t i = 0; i < head_count; i++) heads[i] = -1;
    }
    for (int64_t i = from; i < lemma_count; i++) {
        int64_t *head = heads + hash_of(lemmas[i].set, lemmas[i].n) % (uint64_t)head_count;
        lemmas[i].next = *head, *head = i;
    }
}
static int within(const uint64_t *inner, const uint64_t *outer) { for (int i = 0; i <= M / 64; i++) if (inner[i] & ~outer[i]) return 0; return 1; }
static int same(const int *x, int n, const int *y, int m) { return n == m && !memcmp(x, y, (size_t)n * sizeof *x); }
static int holds(int64_t lemma_steps, int64_t steps) { return lemma_steps >= steps; } /* what holds for more steps holds for fewer */
static int64_t best(const int *set, int n, int64_t steps, const uint64_t *allowed) {
    int64_t bound = by_size(set, n, steps), look = at_a_look(set, n);
    if (look > bound) bound = look;
    if (!head_count) return bound;
    for (int64_t i = heads[hash_of(set, n) % (uint64_t)head_count]; i >= 0; i = lemmas[i].next) {
        const Lemma *l = lemmas + i;
        if (l->bound > bound && holds(l->steps, steps) && same(l->set, l->n, set, n) && (!l->allowed || (allowed && within(allowed, l->allowed))))
            bound = l->bound;
    }
    return bound;
}
/* What a set takes at least if an action is asked: by the lemmas, and by the parts that are used under maps. */
static int64_t asking(const int *set, int n, int a, int64_t steps, const uint64_t *allowed, const Use *uses, int use_count) {
    static int *start, *part, *order;
    static uint64_t *left;
    if (!start) start = room((size_t)A, sizeof *start), part = room(N, sizeof *part), order = room(N, sizeof *order), left = room((size_t)M / 64 + 1, sizeof *left);
    const Code *answers = column + (size_t)a * N;
    int codes = 0;
    int64_t total = 0, below = steps == FOREVER ? FOREVER : steps - 1;
    for (int i = 0; i < n; i++) {
        total += weight[set[i]];
        if (!start[answers[set[i]]]) order[codes++] = answers[set[i]];
        start[answers[set[i]]]++;
    }
    total *= cost[a];
    for (int k = 0, at = 0; k < codes; k++) { int many = start[order[k]]; start[order[k]] = at, at += many; }
    for (int i = 0; i < n; i++) part[start[answers[set[i]]]++] = set[i]; /* each part in order; start is now where it ends */
    for (int k = 0, at = 0; k < codes; k++) {
        int end = start[order[k]], c = order[k];
        const uint64_t *then = NULL;
        if (c) {
            if (after) {
                then = after[(size_t)a * A + c];
                if (!then) damaged("the table does not say what may be asked after action %d", a);
                for (int i = 0; i <= M / 64; i++) left[i] = then[i] & (allowed ? allowed[i] : ~(uint64_t)0);
                then = left;
            }
            int64_t bound = best(part + at, end - at, below, then);
            for (int u = 0; u < use_count; u++)
                if (uses[u].bound > bound && same(uses[u].part, uses[u].n, part + at, end - at)) bound = uses[u].bound;
            total = plus(total, bound);
        }
        start[c] = 0, at = end;
    }
    return total;
}
static int ones(uint64_t x) { int n = 0; for (; x; x &= x - 1) n++; return n; }

/* The actions that size does not settle: they tell something, and may take less than the bound. How many. */
static int short_by_size(const Lemma *l, const uint8_t *asked, int *out) {
    static uint64_t *mask;
    static int *count, *heavy;
    if (!mask) mask = room(M, sizeof *mask), count = room((size_t)A, sizeof *count), heavy = room(N, sizeof *heavy);
    int n = l->n, found = 0;
    int64_t below = l->steps == FOREVER ? FOREVER : l->steps - 1, most = below == FOREVER ? N : capacity(below);
    if (plain && n <= few && n <= most && A <= 64) { /* a part is a bit; it takes 2m - 1 at least */
        memset(mask, 0, (size_t)M * sizeof *mask);
        for (int i = 0; i < n; i++) { const Code *r = row + (size_t)l->set[i] * M; for (int a = 0; a < M; a++) mask[a] |= (uint64_t)1 << r[a]; }
        int64_t need = 3 * (int64_t)n - l->bound; /* with more parts than this, it may take less */
        for (int a = 0; a < M; a++) {
            int parts = mask[a] & (mask[a] - 1) ? ones(mask[a]) : 1, win = (int)(mask[a] & 1);
            if ((parts > 1 || win) && parts + win > need && (!asked || asked[a])) out[found++] = a;
        }
        return found;
    }
    int64_t mass = 0;
    for (int i = 0; i < n; i++) { /* heaviest first */
        int j = i;
        mass += weight[l->set[i]];
        if (plain) { heavy[i] = l->set[i]; continue; }
        for (; j && weight[heavy[j - 1]] < weight[l->set[i]]; j--) heavy[j] = heavy[j - 1];
        heavy[j] = l->set[i];
    }
    for (int a = 0; a < M; a++) {
        if (asked && !asked[a]) continue;
        const Code *answers = column + (size_t)a * N;
        int64_t total = mass * cost[a];
        int tells = 0;
        for (int i = 0; i < n; i++) {
            int c = answers[heavy[i]];
            tells |= c == 0 || c != answers[heavy[0]];
            if (c && count[c] >= most) total = NEVER;
            if (c && total < NEVER) total += weight[heavy[i]] * rank[count[c]];
            count[c]++;
        }
        for (int i = 0; i < n; i++) count[answers[heavy[i]]] = 0;
        if (tells && total < l->bound) out[found++] = a;
    }
    return found;
}
static uint64_t hash_of_answers(const Lemma *l, int a) {
    uint64_t h = (uint64_t)cost[a];
    for (int i = 0; i < l->n; i++) h = (h ^ column[(size_t)a * N + l->set[i]]) * UINT64_C(0x9E3779B97F4A7C15), h ^= h >> 31;
    return h;
}
static int by_number(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

static void check_lemma(const Lemma *l, const int64_t *group, int group_count, Use *uses, int use_count) {
    static uint8_t *inside, *asked, *status;
    static int *shorts, *queue, *head, *next;
    long long name = (long long)lemma_count + 1;
    if (!inside) {
        inside = room(N, 1), asked = room(M, 1), status = room(M, 1);
        shorts = room(M, sizeof *shorts), queue = room(M, sizeof *queue), head = room(M, sizeof *head), next = room(M, sizeof *next);
    }
    memset(inside, 0, (size_t)N);
    for (int i = 0; i < l->n; i++) inside[l->set[i]] = 1;
    for (int g = 0; g < group_count; g++) for (int i = 0; i < l->n; i++)
        if (!inside[maps[group[g]].secret[l->set[i]]]) wrong("lemma %lld names map %lld, which does not keep its secrets", name, (long long)group[g] + 1);
    for (int u = 0; u < use_count; u++) { /* the image of the part must be what the lemma is about */
        const Lemma *other = lemmas + uses[u].lemma;
        int64_t below = l->steps == FOREVER ? FOREVER : l->steps - 1;
        qsort(uses[u].image, (size_t)uses[u].n, sizeof(int), by_number);
        if (!same(uses[u].image, uses[u].n, other->set, other->n)) wrong("lemma %lld uses lemma %lld for a part that is no image of its secrets", name, (long long)uses[u].lemma + 1);
        uses[u].bound = uses[u].n < l->n && holds(other->steps, below) ? other->bound : 0;
    }
    int restricted = only_possible || l->allowed;
    if (restricted) for (int a = 0; a < M; a++)
        asked[a] = (!only_possible || (named[a] >= 0 && inside[named[a]])) && (!l->allowed || l->allowed[a / 64] >> a % 64 & 1);
    int found = short_by_size(l, restricted ? asked : NULL, shorts), open = 0, last = 0;
    if (!found) return;
    memset(status, 0, (size_t)M); /* 1: settled, 2: open */
    for (int k = 0; k < found; k++) {
        int a = shorts[k];
        int64_t total = asking(l->set, l->n, a, l->steps, l->allowed, uses, use_count);
        status[a] = total >= l->bound ? 1 : 2;
        if (status[a] == 1) queue[last++] = a;
        else if (!group_count) wrong("lemma %lld does not follow: action %d may take %lld", name, a, (long long)total);
        else open++;
    }
    if (!open) return;
    /* Actions that answer alike are one: lists of those that are open, by a hash of their answers. */
    for (int k = 0; k < found; k++) head[k] = -1;
    for (int k = 0; k < found; k++) {
        int a = shorts[k];
        if (status[a] != 2) continue;
        int *list = head + hash_of_answers(l, a) % (uint64_t)found;
        next[a] = *list, *list = a;
    }
    for (int at = 0; at < last && open; at++) for (int g = 0; g < group_count; g++) {
        int b = maps[group[g]].action[queue[at]];
        if (status[b] != 2) continue;
        for (int c = head[hash_of_answers(l, b) % (uint64_t)found]; c >= 0; c = next[c]) {
            int alike = status[c] == 2 && cost[c] == cost[b];
            for (int i = 0; alike && i < l->n; i++) alike = column[(size_t)b * N + l->set[i]] == column[(size_t)c * N + l->set[i]];
            if (alike) status[c] = 1, open--, queue[last++] = c;
        }
    }
    for (int k = 0; k < found && open; k++) if (status[shorts[k]] == 2) wrong("lemma %lld does not follow: nothing settles action %d or an image of it", name, shorts[k]);
}

/* A set as differences. Returns how many, and the word that follows (or an empty one). */
static int read_set(Line *l, int below, int *out, Word *then) {
    int n = 0;
    int64_t number = 0;
    *then = (Word){NULL, 0};
    while (next_word(l, then)) {
        if (then->size == 1 && strchr("wagsu*", *then->at)) return n;
        number += number_of(*then, n ? 1 : 0, INT64_C(1000000000));
        if (number >= below) damaged("lemma %lld has the number %lld, which is too large", (long long)lemma_count + 1, (long long)number);
        out[n++] = (int)number;
        *then = (Word){NULL, 0};
    }
    return n;
}
static void read_lemma(Line *l) {
    static int *buffer;
    static int64_t *group;
    static int64_t group_room;
    if (!buffer) buffer = room((size_t)(N > M ? N : M) + 1, sizeof *buffer);
    long long name = (long long)lemma_count + 1;
    Lemma x = {0, FOREVER, -1, NULL, 0, NULL};
    Use *uses = NULL;
    int use_count = 0, group_count = 0;
    Word w;
    if (!next_word(l, &w)) damaged("lemma %lld has no bound", name);
    x.bound = is(w, "!") ? NEVER : number_of(w, 0, INT64_MAX);
    if (!next_word(l, &w)) damaged("lemma %lld has no secrets", name);
    if (is(w, "w")) {
        x.steps = next_number(l, 1, INT64_MAX);
        if (!next_word(l, &w)) damaged("lemma %lld has no secrets", name);
    }
    if (is(w, "a")) {
        if (!after) damaged("lemma %lld says what is allowed, in a game where everything is", name);
        int n = read_set(l, M, buffer, &w);
        x.allowed = room((size_t)M / 64 + 1, sizeof *x.allowed);
        for (int i = 0; i < n; i++) x.allowed[buffer[i] / 64] |= (uint64_t)1 << buffer[i] % 64;
    }
    if (w.size && is(w, "g")) {
        while (next_word(l, &w) && !is(w, "s")) {
            if (group_count == group_room) group = more(group, (size_t)(group_room = 2 * group_room + 16), sizeof *group);
            group[group_count++] = number_of(w, 1, map_count + 1) - 1;
            w = (Word){NULL, 0};
        }
        if (!group_count || after) damaged("lemma %lld must name maps after g, in a game where everything is allowed", name);
    }
    if (!w.size || !is(w, "s")) damaged("lemma %lld has no secrets", name);
    int n = read_set(l, N, buffer, &w);
    if (w.size && is(w, "*")) {
        if (n) damaged("lemma %lld has * among numbers", name);
        for (n = 0; n < N; n++) buffer[n] = n;
        if (!next_word(l, &w)) w.size = 0;
    }
    if (n < (names ? 1 : 2)) damaged("lemma %lld is about too few secrets", name);
    if (lemma_count && n < lemmas[lemma_count - 1].n) damaged("lemma %lld is about fewer secrets than the lemma before it", name);
    x.n = n, x.set = room((size_t)n, sizeof *x.set), memcpy(x.set, buffer, (size_t)n * sizeof *buffer);
    while (w.size) {
        if (!is(w, "u") || after) damaged("lemma %lld has '%.*s' where u should be", name, (int)w.size, w.at);
        uses = more(uses, (size_t)use_count + 1, sizeof *uses);
        Use *u = uses + use_count++;
        int action = (int)next_number(l, 0, M);
        int64_t answer = next_number(l, 1, INT64_MAX);
        *u = (Use){0, room((size_t)n, sizeof(int)), room((size_t)n, sizeof(int)), next_number(l, 1, lemma_count + 1) - 1, 0};
        for (int i = 0; i < n; i++) if (column[(size_t)action * N + x.set[i]] == answer) u->image[u->n] = u->part[u->n] = x.set[i], u->n++;
        w.size = 0;
        while (next_word(l, &w) && !is(w, "u")) {
            const Code *to = maps[number_of(w, 1, map_count + 1) - 1].secret;
            for (int i = 0; i < u->n; i++) u->image[i] = to[u->image[i]];
            w.size = 0;
        }
    }
    line_ends(l);
    check_lemma(&x, group, group_count, uses, use_count);
    remember(x);
    for (int u = 0; u < use_count; u++) free(uses[u].part), free(uses[u].image);
    free(uses);
}

/* ---- The tree. ---- */

typedef struct { int64_t depth, answer, action; } Node;
typedef struct { int *set, n, left; int64_t answer; } Part; /* `left`: nobody came for it yet */
typedef struct { Part *parts; int count, *sets, left, action, answer; } Level;

static int64_t tree_cost, tree_worst;
static void play(const Node *nodes, int64_t count, int64_t limit) { /* all secrets at once; raises what is wrong */
    Level *levels = room(2, sizeof *levels);
    int64_t depth_room = 2, depth = 0; /* levels[0 .. depth] are in use: level d holds the parts that wait for a node of depth d */
    int *start = room((size_t)A + 1, sizeof *start);
    if (!names && N == 1) {
        if (count || first_action >= 0) wrong("the tree asks something, and the goal is reached before any question");
        return;
    }
    levels[0].parts = room(1, sizeof(Part)), levels[0].sets = room(N, sizeof(int));
    for (int s = 0; s < N; s++) levels[0].sets[s] = s;
    levels[0].parts[0] = (Part){levels[0].sets, N, 1, 0}, levels[0].count = levels[0].left = 1;
    for (int64_t k = 0; k < count; k++) {
        Node x = nodes[k];
        long long name = (long long)k + 1;
        if (x.action >= M) damaged("node %lld asks action %lld, and they go to %d", name, (long long)x.action, M - 1);
        int a = (int)x.action;
        if (x.depth > depth) wrong("node %lld has a depth that cannot follow the node before it", name);
        for (; depth > x.depth; depth--) {
            if (levels[depth].left) wrong("node %lld has a depth that cannot follow the node before it", name);
            free(levels[depth].parts), free(levels[depth].sets);
        }
        Level *here = levels + depth;
        Part *p = NULL;
        for (int i = 0; i < here->count; i++) if (here->parts[i].left && here->parts[i].answer == x.answer) p = here->parts + i;
        if (!p) wrong("node %lld follows an answer that no secret gives, or that wins", name);
        p->left = 0, here->left--, here->answer = (int)x.answer;
        if (depth == 0 && first_action >= 0) {
            if (a != first_action) wrong("its terms are to ask action %lld first, and it does not", (long long)first_action);
        } else if (only_possible) {
            int may = 0;
            for (int i = 0; i < p->n; i++) may |= named[a] == p->set[i];
            if (!may) wrong("its terms are to ask only what may be the secret, and node %lld does not", name);
        }
        for (int64_t d = 0; d < depth; d++) {
            if (levels[d].action == a) wrong("node %lld asks what was asked before", name);
            const uint64_t *then = after ? after[(size_t)levels[d].action * A + levels[d + 1].answer] : NULL;
            if (after && (!then || !(then[a / 64] >> a % 64 & 1))) wrong("node %lld asks what may not be asked then", name);
        }
        here->action = a;
        if (depth + 2 > depth_room) levels = more(levels, (size_t)(depth_room *= 2), sizeof *levels), here = levels + depth;
        Level *below = levels + ++depth;
        *below = (Level){room((size_t)p->n, sizeof(Part)), 0, room((size_t)p->n, sizeof(int)), 0, -1, 0};
        const Code *answers = column + (size_t)a * N;
        int64_t mass = 0;
        for (int i = 0; i < p->n; i++) start[answers[p->set[i]]]++, mass += weight[p->set[i]];
        tree_cost = plus(tree_cost, mass * cost[a]);
        for (int i = 0, at = 0; i < p->n; i++) {
            int c = answers[p->set[i]], many = start[c];
            if (many < 0) continue; /* its part is made */
            Part *q = below->parts + below->count;
            *q = (Part){below->sets + at, 0, 1, c};
            for (int j = i; j < p->n; j++) if (answers[p->set[j]] == c) q->set[q->n++] = p->set[j];
            at += q->n, start[c] = -1;
            if (c == 0 || (!names && q->n == 1)) { if (depth > tree_worst) tree_worst = depth; }
            else below->count++, below->left++;
        }
        for (int i = 0; i < p->n; i++) start[answers[p->set[i]]] = 0;
    }
    for (int64_t d = 0; d <= depth; d++) if (levels[d].left) wrong("the tree ends before every secret is settled");
    if (limit && tree_worst > limit) wrong("its terms are plays of at most %lld steps, and it takes %lld", (long long)limit, (long long)tree_worst);
}

/* ---- All of it. ---- */

static int64_t least(int64_t steps) { /* the best bound of the total of strategies on the terms within so many steps */
    int *all = room(N, sizeof *all);
    for (int s = 0; s < N; s++) all[s] = s;
    if (!names && N == 1) return 0;
    if (steps <= 0) return NEVER;
    int64_t bound = best(all, N, steps, NULL), given = first_action < 0 ? 0 : asking(all, N, (int)first_action, steps, NULL, NULL, 0);
    free(all);
    return given > bound ? given : bound;
}
int main(int count, char **argument) {
    if (count != 2 && !(count == 4 && !strcmp(argument[2], "-t")) && !(count == 5 && !strcmp(argument[2], "-w")))
        damaged("usage: check FILE [-t TABLE | -w ANSWERS ALLOWED]");
    File f = open_file(argument[1], "proof");
    check_whole(&f);
    Line l = value_of(&f, "sleuth"), game;
    if (!only(l, "proof 1")) damaged("it is no proof of version 1");
    game = value_of(&f, "game");
    if (!game.at) damaged("it names no game");
    l = value_of(&f, "goal");
    names = only(l, "name");
    if (!names && !only(l, "know")) damaged("its goal is name or know");
    l = value_of(&f, "objective");
    int by_worst = only(l, "worst");
    if (!by_worst && !only(l, "mean")) damaged("its objective is mean or worst");
    Line law = value_of(&f, "law");
    int64_t limit = 0;
    if (peek(&f, "first ")) l = value_of(&f, "first"), first_action = next_number(&l, 0, INT64_MAX), line_ends(&l);
    if (peek(&f, "within ")) l = value_of(&f, "within"), limit = next_number(&l, 1, INT64_MAX), line_ends(&l);
    if (peek(&f, "only-possible\n")) value_of(&f, "only-possible"), only_possible = 1;
    l = value_of(&f, "total");
    int64_t total = next_number(&l, 0, INT64_MAX);
    line_ends(&l), l = value_of(&f, "worst");
    int64_t worst = next_number(&l, 0, INT64_MAX);
    line_ends(&l), l = value_of(&f, "proved");
    int says_total = only(l, "total") || only(l, "total worst"), says_worst = only(l, "worst") || only(l, "total worst");
    if (l.at && !says_total && !says_worst) damaged("what is proved is total, worst or both");
    Node *nodes = NULL;
    int64_t node_count = 0, node_room = 0;
    while (peek(&f, "n ")) {
        if (node_count == node_room) nodes = more(nodes, (size_t)(node_room = 2 * node_room + 1024), sizeof *nodes);
        l = value_of(&f, "n");
        Node x = {next_number(&l, 0, INT64_MAX), 0, 0};
        x.answer = next_number(&l, 0, INT64_MAX), x.action = next_number(&l, 0, INT64_MAX), line_ends(&l);
        nodes[node_count++] = x;
    }
    if (count == 4) table_law(argument[3], game);
    else if (count == 5) {
        if (!begins(game, "wordle") || !names) damaged("it is no proof for Wordle");
        for (const char *c = game.at; c < game.end; c++) /* a third key would change the law */
            if ((c[0] == ':' || c[0] == ',') && memcmp(c + 1, "answers=", game.end - c > 8 ? 8 : 1) && memcmp(c + 1, "allowed=", game.end - c > 8 ? 8 : 1))
                damaged("only plain Wordle is known here; give a table of the answers (-t)");
        word_law(argument[3], argument[4]);
    } else if (begins(game, "mastermind") && names) code_game(game, "mastermind", "pegs", "colours", 0);
    else if (begins(game, "bulls-and-cows") && names) code_game(game, "bulls-and-cows", "length", "symbols", 1);
    else damaged("this law is not known here: give a table of its answers (-t), or lists of words (-w)");
    fill_columns(), size_bounds();
    char digest[65], text[128];
    sha_begin();
    sprintf(text, "%d %d %d\n", N, M, A > 256 ? 2 : 1), sha_text(text);
    for (size_t i = 0; i < (size_t)N * M; i++) { sha_byte((uint8_t)row[i]); if (A > 256) sha_byte((uint8_t)(row[i] >> 8)); }
    for (int s = 0; s < N; s++) sprintf(text, "%lld%c", (long long)weight[s], s + 1 < N ? ' ' : '\n'), sha_text(text);
    for (int a = 0; a < M; a++) sprintf(text, "%lld%c", (long long)cost[a], a + 1 < M ? ' ' : '\n'), sha_text(text);
    sha_end(digest);
    sprintf(text, "%d %d sha256:%s", N, M, digest);
    if (!only(law, text)) damaged("it was made for another law: secrets or answers differ");
    if (first_action >= M) damaged("its first action is %lld, and they go to %d", (long long)first_action, M - 1);
    play(nodes, node_count, limit);
    if (tree_cost != total) wrong("the file claims a total of %lld, and it is %lld", (long long)total, (long long)tree_cost);
    if (tree_worst != worst) wrong("the file claims a worst of %lld, and it is %lld", (long long)worst, (long long)tree_worst);
    while (!peek(&f, "end")) {
        l = next_line(&f);
        Word w;
        next_word(&l, &w);
        if (is(w, "m")) read_map(&l);
        else if (is(w, "p")) read_product(&l);
        else if (is(w, "l")) read_lemma(&l);
        else damaged("no line of a certificate begins with '%.*s'", (int)(w.size > 40 ? 40 : w.size), w.at);
    }
    next_line(&f);
    if (f.at != f.size) damaged("something follows the line that ends it");
    int64_t shorter = least(worst - 1);
    if (says_total && least(by_worst ? worst : limit ? limit : FOREVER) < total) wrong("the file claims that its total is proved, and its lemmas do not prove that");
    if (says_worst && !(worst == 0 || shorter >= NEVER || (!by_worst && shorter > total))) wrong("the file claims that its worst is proved, and its lemmas do not prove that");
    printf("Right: a tree of %lld nodes with a total of %lld and plays of at most %lld; %lld lemmas prove %s.\n", (long long)node_count, (long long)total,
           (long long)worst, (long long)lemma_count, says_total ? says_worst ? "total and worst" : "total" : says_worst ? "worst" : "nothing");
    return 0;
}
