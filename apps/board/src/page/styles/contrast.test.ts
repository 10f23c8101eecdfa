import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = import.meta.dirname;
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '');
const sheet = withoutComments(readFileSync(join(folder, '1-tokens.css'), 'utf8'));
/** The tokens of the first rule, by name. The other rules replace some of them by other tokens. */
const tokens = new Map(
  Array.from(sheet.slice(0, sheet.indexOf('}')).matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name, value]) => [
    name!,
    value!,
  ]),
);
const colors = [...tokens.keys()].filter((name) => /#|rgb|light-dark/.test(tokens.get(name)!));

/** Returns the red, green and blue parts of a token in a theme, from 0 to 255. */
function channels(name: string, theme: Theme): readonly number[] {
  const value = tokens.get(name) ?? '';
  const [, light, dark] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? [];
  const hex = (theme === 'light' ? light : dark) ?? value;
  if (!/^#[\da-f]{6}$/.test(hex)) throw new Error(`--${name}: ${value} is neither a color nor a pair of colors`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** The relative luminance of WCAG 2. */
function luminance(name: string, theme: Theme): number {
  const [red = 0, green = 0, blue = 0] = channels(name, theme).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two tokens, rounded down to two decimals. */
function contrast(first: string, second: string, theme: Theme): number {
  const [light = 0, dark = 0] = [luminance(first, theme), luminance(second, theme)].toSorted((a, b) => b - a);
  return Math.floor(((light + 0.05) / (dark + 0.05)) * 100) / 100;
}

const surfaces = ['canvas', 'surface', 'subtle', 'raised', 'hover', 'pressed'];
const tones = ['idle', 'wait', 'ask', 'run', 'done', 'fail', 'over'];
const softs = tones.map((tone) => `${tone}-soft`);
const series = ['machine', 'people', 'dependency', 'capacity', 'schedule', 'failed', 'paused', 'other'];
const markedLines = ['done-soft', 'run-soft', 'fail-soft', 'accent-soft'];
const range = (length: number, from: number) => Array.from({ length }, (_, index) => from + index);

/** The texts, and the backgrounds behind them. WCAG requires a contrast of 4.5. */
const texts: Readonly<Record<string, readonly string[]>> = {
  text: [...surfaces, ...softs, 'sunken', 'accent-soft'],
  'text-2': [...surfaces, ...softs, 'sunken', 'accent-soft'],
  'text-3': surfaces,
  'accent-text': [...surfaces, ...softs, 'accent-soft'],
  'on-accent': ['accent', 'accent-hover'],
  'on-danger': ['danger'],
  // a tooltip
  canvas: ['text'],
  ...Object.fromEntries(tones.map((tone) => [`${tone}-fg`, [...surfaces, `${tone}-soft`]])),
  ...Object.fromEntries(
    ['key', 'string', 'number', 'comment'].map((kind) => [`code-${kind}`, ['surface', 'subtle', ...markedLines]]),
  ),
  'terminal-text': ['terminal'],
  'avatar-text': range(7, 0).map((tint) => `avatar-${tint}`),
};

/** The borders, marks, bars and focus rings, and what is beside them. WCAG requires a contrast of 3. */
const marks: Readonly<Record<string, readonly string[]>> = {
  edge: ['canvas', 'surface', 'subtle', 'raised'],
  focus: [...surfaces, 'sunken', 'accent-soft', ...softs],
  accent: ['canvas', 'surface', 'subtle', 'raised'],
  danger: ['canvas', 'surface', 'raised'],
  // the knob of a switch
  surface: ['edge', 'text-2'],
  'on-accent': ['accent'],
  ...Object.fromEntries(tones.map((tone) => [`${tone}-solid`, ['surface', 'canvas']])),
  ...Object.fromEntries(series.map((kind) => [`chart-${kind}`, ['surface']])),
  ...Object.fromEntries(range(8, 1).map((phase) => [`phase-${phase}`, ['surface', 'canvas']])),
};

/** The colors that need no contrast, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  line: 'separates parts that also differ in their place; forms and buttons have an edge or a text',
  'line-2': 'surrounds buttons and menus, which have a text, and is the empty part of a bar',
  'e-1': 'a shadow',
  'e-2': 'a shadow',
  'e-3': 'a shadow',
};

const pairsOf = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([name, others]) => others.map((other) => [name, other] as const));

describe('the colors of the style sheets', () => {
  test('the contrast of black and white is 21, and that of the documented pairs is right', () => {
    const known = [
      contrast('text', 'surface', 'light'),
      contrast('text-3', 'pressed', 'light'),
      contrast('edge', 'subtle', 'dark'),
    ];
    expect(known.map((value) => value.toFixed(1))).toEqual(['17.1', '4.7', '3.7']);
  });

  test.each(themes)('texts have a contrast of 4.5 and marks one of 3 in the %s theme', (theme) => {
    const tooLow = (table: Parameters<typeof pairsOf>[0], limit: number) =>
      pairsOf(table)
        .map(([name, other]) => ({ pair: `${name} on ${other}`, contrast: contrast(name, other, theme) }))
        .filter((pair) => pair.contrast < limit);
    expect([...tooLow(texts, 4.5), ...tooLow(marks, 3)]).toEqual([]);
  });

  test.each(themes)('neighboring parts of a stacked bar differ in luminance in the %s theme', (theme) => {
    const pairs = series.slice(1).map((kind, index) => [`chart-${series[index]}`, `chart-${kind}`] as const);
    const tooClose = pairs.filter(([first, second]) => contrast(first, second, theme) < 1.2);
    expect(tooClose).toEqual([]);
  });

  test('each color is in a pair, or in the list of exceptions', () => {
    const known = new Set([...pairsOf(texts), ...pairsOf(marks)].flat());
    const isKnown = (name: string): boolean => known.has(name) || name in exceptions;
    expect(colors.filter((name) => !isKnown(name))).toEqual([]);
    expect([...known, ...Object.keys(exceptions)].filter((name) => !colors.includes(name))).toEqual([]);
  });

  test('each rule with a color and a background uses a pair of the table', () => {
    const used = globSync('*.css', { cwd: folder }).flatMap((file) =>
      Array.from(
        withoutComments(readFileSync(join(folder, file), 'utf8')).matchAll(/\{([^{}]*)\}/g),
        ([, body = '']) => {
          const [, color] = /(?:^|[\s;])color: var\(--([\w-]+)\);/.exec(body) ?? [];
          const [, background] = /(?:^|[\s;])background(?:-color)?: var\(--([\w-]+)\);/.exec(body) ?? [];
          return color !== undefined && background !== undefined ? [`${file}: ${color} on ${background}`] : [];
        },
      ).flat(),
    );
    const listed = new Set(pairsOf(texts).map(([name, other]) => `${name} on ${other}`));
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((pair) => !listed.has(pair.slice(pair.indexOf(' ') + 1)))).toEqual([]);
  });

  test('only the sheet of the tokens contains colors', () => {
    const others = globSync('*.css', { cwd: folder }).filter((file) => file !== '1-tokens.css');
    const found = others.filter((file) => /#[\da-f]{3,8}\b(?![^{]*\{)/i.test(readFileSync(join(folder, file), 'utf8')));
    expect(found).toEqual([]);
  });
});
