/* What a plain loop does, for benchmarks/limit.py: each function computes what one of our kernels does.
 *
 * A table has one row for each guess and one column for each secret. The loops over secrets are written so that a
 * compiler turns them into vector instructions by itself: bytes beside each other, no branch, a fixed number of pegs
 * or letters. Nothing here is tuned for one processor, and nothing runs on several threads.
 */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LETTERS 5
#define MAX_PEGS 5
#define MAX_WIDTH 1024 /* answers to a guess, at most */
#define LANES 64       /* bytes that are compared side by side */
#define BLOCK 256      /* guesses that are counted side by side */

/* The bytes of some words, a row for each place: out[place][word]. */
static uint8_t *by_place(const uint8_t *words, long number, long length)
{
    uint8_t *out = malloc((size_t)(number * length));
    for (long word = 0; word < number; word++)
        for (long place = 0; place < length; place++)
            out[place * number + word] = words[word * length + place];
    return out;
}

/* The answers to one guess: both + blacks * (2 * pegs + 1 - blacks) / 2, where `both` counts blacks and whites. */
static inline __attribute__((always_inline)) void peg_row(
    const uint8_t *restrict places, const uint8_t *restrict kinds, const uint8_t *restrict guess, long columns,
    const int pegs, uint8_t *restrict out)
{
    const uint8_t *place[MAX_PEGS], *kind[MAX_PEGS];
    uint8_t most[MAX_PEGS]; /* how often the guess has a symbol; 0 where it was counted at an earlier peg */
    for (int p = 0; p < pegs; p++) {
        place[p] = places + p * columns;
        kind[p] = kinds + guess[p] * columns;
        most[p] = 0;
        int first = p;
        for (int q = p - 1; q >= 0; q--)
            first = guess[q] == guess[p] ? q : first;
        most[first]++;
    }
    for (long s = 0; s < columns; s++) {
        uint8_t blacks = 0, both = 0;
        for (int p = 0; p < pegs; p++) {
            blacks += place[p][s] == guess[p];
            both += kind[p][s] < most[p] ? kind[p][s] : most[p];
        }
        out[s] = (uint8_t)(both + ((uint8_t)(blacks * (uint8_t)(2 * pegs + 1 - blacks)) >> 1));
    }
}

/* Black and white pegs of each guess against each code; -1 for a number of pegs that there is no loop for. */
int peg_table(const uint8_t *guesses, const uint8_t *codes, long rows, long columns, long pegs, long symbols,
              uint8_t *out)
{
    uint8_t *places = by_place(codes, columns, pegs);
    uint8_t *kinds = calloc((size_t)(symbols * columns), 1);
    for (long s = 0; s < columns; s++)
        for (long p = 0; p < pegs; p++)
            kinds[codes[s * pegs + p] * columns + s]++;
    for (long g = 0; g < rows; g++) {
        const uint8_t *guess = guesses + g * pegs;
        uint8_t *row = out + g * columns;
        switch (pegs) { /* each is compiled by itself */
        case 2: peg_row(places, kinds, guess, columns, 2, row); break;
        case 3: peg_row(places, kinds, guess, columns, 3, row); break;
        case 4: peg_row(places, kinds, guess, columns, 4, row); break;
        case 5: peg_row(places, kinds, guess, columns, 5, row); break;
        default: free(places); free(kinds); return -1;
        }
    }
    free(places);
    free(kinds);
    return 0;
}

/* The marks of one guess: for each place the words that have its letter there, then the copies that are left. */
static inline __attribute__((always_inline)) void word_row(
    const uint8_t *restrict places, const uint8_t *restrict guess, long columns, uint8_t *restrict out)
{
    static const uint8_t worth[LETTERS] = {81, 27, 9, 3, 1};
    const uint8_t *place[LETTERS];
    uint8_t earlier[LETTERS][LETTERS]; /* whether an earlier place of the guess has the same letter */
    for (int i = 0; i < LETTERS; i++) {
        place[i] = places + i * columns;
        for (int j = 0; j < LETTERS; j++)
            earlier[i][j] = j < i && guess[j] == guess[i];
    }
    for (long s = 0; s < columns; s++) {
        uint8_t other[LETTERS], marks = 0; /* other: whether a place is not green */
#pragma GCC unroll 5
        for (int i = 0; i < LETTERS; i++)
            other[i] = place[i][s] != guess[i];
#pragma GCC unroll 5
        for (int i = 0; i < LETTERS; i++) {
            uint8_t copies = 0, before = 0; /* of the letter, outside green places; what earlier places took of them */
#pragma GCC unroll 5
            for (int j = 0; j < LETTERS; j++) {
                copies += (place[j][s] == guess[i]) & other[j];
                before += earlier[i][j] & other[j];
            }
            uint8_t yellow = other[i] & (copies > before);
            marks += (uint8_t)(worth[i] * (uint8_t)(2 - 2 * other[i] + yellow));
        }
        out[s] = marks;
    }
}

/* Wordle's marks of each guess against each word, as a number in base three: 2 green, 1 yellow, first letter first. */
void word_table(const uint8_t *guesses, const uint8_t *words, long rows, long columns, uint8_t *out)
{
    uint8_t *places = by_place(words, columns, LETTERS);
    for (long g = 0; g < rows; g++)
        word_row(places, guesses + g * LETTERS, columns, out + g * columns);
    free(places);
}

static double row_score(const int32_t *counts, long width, const double *worth)
{
    double score = 0;
    for (long c = 0; c < width; c++)
        score += worth[counts[c]];
    return score;
}

/* The sum of worth[n] over the parts of each guess, by four counters of each answer, so that additions overlap. */
void score_counted(const uint8_t *table, long rows, long columns, long width, const double *worth, double *out)
{
    static int32_t counts[4][MAX_WIDTH];
    for (long g = 0; g < rows; g++) {
        const uint8_t *row = table + g * columns;
        memset(counts, 0, sizeof counts);
        long s = 0;
        for (; s + 4 <= columns; s += 4) {
            counts[0][row[s]]++;
            counts[1][row[s + 1]]++;
            counts[2][row[s + 2]]++;
            counts[3][row[s + 3]]++;
        }
        for (; s < columns; s++)
            counts[0][row[s]]++;
        for (long c = 0; c < width; c++)
            counts[0][c] += counts[1][c] + counts[2][c] + counts[3][c];
        out[g] = row_score(counts[0], width, worth);
    }
}

/* The same by comparing the row with each answer: for answers that are few. */
void score_compared(const uint8_t *table, long rows, long columns, long width, const double *worth, double *out)
{
    static int32_t counts[MAX_WIDTH];
    for (long g = 0; g < rows; g++) {
        const uint8_t *row = table + g * columns;
        for (long c = 0; c < width; c++) {
            const uint8_t answer = (uint8_t)c;
            int32_t count = 0;
            long s = 0;
            while (s + LANES <= columns) {
                uint8_t lanes[LANES] = {0};
                for (int k = 0; k < 255 && s + LANES <= columns; k++, s += LANES)
                    for (int lane = 0; lane < LANES; lane++)
                        lanes[lane] += row[s + lane] == answer;
                for (int lane = 0; lane < LANES; lane++)
                    count += lanes[lane];
            }
            for (; s < columns; s++)
                count += row[s] == answer;
            counts[c] = count;
        }
        out[g] = row_score(counts, width, worth);
    }
}

/* The same over some of the secrets, by their numbers, of a table that has a row for each secret. */
void score_by_secret(const uint8_t *table, long guesses, const int32_t *secrets, long number, long width,
                     const double *worth, double *out)
{
    static int32_t counts[BLOCK][MAX_WIDTH];
    for (long first = 0; first < guesses; first += BLOCK) {
        const long block = guesses - first < BLOCK ? guesses - first : BLOCK;
        int32_t *restrict count = counts[0];
        memset(count, 0, (size_t)(block * width) * sizeof *count);
        for (long s = 0; s < number; s++) {
            const uint8_t *restrict row = table + secrets[s] * guesses + first;
            for (long g = 0; g < block; g++)
                count[g * width + row[g]]++;
        }
        for (long g = 0; g < block; g++)
            out[first + g] = row_score(count + g * width, width, worth);
    }
}

/* The sum of m * log2(m) over the masses of the parts of each guess, where secrets differ in weight. */
void score_weighted(const uint8_t *table, long rows, long columns, long width, const double *weights, double *out)
{
    static double masses[4][MAX_WIDTH];
    for (long g = 0; g < rows; g++) {
        const uint8_t *row = table + g * columns;
        memset(masses, 0, sizeof masses);
        long s = 0;
        for (; s + 4 <= columns; s += 4) {
            masses[0][row[s]] += weights[s];
            masses[1][row[s + 1]] += weights[s + 1];
            masses[2][row[s + 2]] += weights[s + 2];
            masses[3][row[s + 3]] += weights[s + 3];
        }
        for (; s < columns; s++)
            masses[0][row[s]] += weights[s];
        double score = 0;
        for (long c = 0; c < width; c++) {
            double mass = masses[0][c] + masses[1][c] + masses[2][c] + masses[3][c];
            score += mass > 0 ? mass * log2(mass) : 0;
        }
        out[g] = score;
    }
}

/* The sum of each row of bytes: what reading the table costs, and next to nothing else. */
void read_rows(const uint8_t *table, long rows, long columns, double *out)
{
    for (long g = 0; g < rows; g++) {
        const uint8_t *row = table + g * columns;
        uint32_t sum = 0;
        for (long s = 0; s < columns; s++)
            sum += row[s];
        out[g] = sum;
    }
}
