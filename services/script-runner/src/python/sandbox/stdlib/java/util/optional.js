/** java.util: Optional, Objects, Random and Locale. */
const B = Sk.builtin;
const noObjects = (name) => () => py.raise('TypeError', `${name} has no objects`);
const same = (left, right) => left === right || Sk.misceval.richCompareBool(left, right, 'Eq');
const equality = (isSame) => ({
  tp$richcompare(b, op) {
    if (op !== 'Eq' && op !== 'NotEq') return B.NotImplemented.NotImplemented$;
    return isSame(this, b) === (op === 'Eq');
  },
});
const noValue = () => py.throwJava('java.lang.NullPointerException');

const optionalOf = (value) => Object.assign(new Optional(), { value: py.isNone(value) ? undefined : value });
const present = ({ value }) => value ?? py.throwJava('java.util.NoSuchElementException', 'No value present');
const Optional = py.defineType('java.util.Optional', {
  create: noObjects('java.util.Optional'),
  slots: {
    ...py.javaShown(({ value }) => (value === undefined ? 'Optional.empty' : `Optional[${py.javaText(value)}]`)),
    ...equality((a, b) => b instanceof Optional && same(a.value ?? py.none, b.value ?? py.none)),
    tp$hash() {
      return Sk.abstr.objectHash(this.value ?? py.none);
    },
  },
  methods: {
    filter: [
      ['test'],
      (self, test) => (self.value && Sk.misceval.isTrue(py.call(test, self.value)) ? self : optionalOf(py.none)),
    ],
    flatMap: [['change'], (self, change) => (self.value ? py.call(change, self.value) : self)],
    get: [[], present],
    ifPresent: [['action'], (self, action) => void (self.value && py.call(action, self.value))],
    isEmpty: [[], ({ value }) => py.bool(value === undefined)],
    isPresent: [[], ({ value }) => py.bool(value !== undefined)],
    map: [['change'], (self, change) => (self.value ? optionalOf(py.call(change, self.value)) : self)],
    orElse: [['otherwise'], ({ value }, otherwise) => value ?? otherwise],
    orElseGet: [['supplier'], ({ value }, supplier) => value ?? py.call(supplier)],
    orElseThrow: [
      ['supplier?'],
      (self, supplier) => {
        if (self.value === undefined && supplier !== undefined) throw py.call(supplier);
        return present(self);
      },
    ],
  },
  statics: {
    empty: [[], () => optionalOf(py.none)],
    of: [['value'], (value) => (py.isNone(value) ? noValue() : optionalOf(value))],
    ofNullable: [['value'], optionalOf],
  },
});

const Objects = py.defineType('java.util.Objects', {
  create: noObjects('java.util.Objects'),
  statics: {
    equals: [['one', 'other'], (a, b) => py.bool(same(a, b))],
    isNull: [['value'], (value) => py.bool(py.isNone(value))],
    nonNull: [['value'], (value) => py.bool(!py.isNone(value))],
    requireNonNull: [
      ['value', 'message?'],
      (value, message) => {
        if (!py.isNone(value)) return value;
        return message === undefined ? noValue() : py.throwJava('java.lang.NullPointerException', message.v);
      },
    ],
    toString: [
      ['value', 'otherwise?'],
      (value, otherwise) => (py.isNone(value) && otherwise !== undefined ? otherwise : py.text(py.javaText(value))),
    ],
  },
});

/** The generator of java.util.Random: a seed gives the same numbers as in Java. */
const mask = (1n << 48n) - 1n;
const bits = (random, count) => {
  random.seed = (random.seed * 0x5deece66dn + 0xbn) & mask;
  return Number(BigInt.asIntN(32, random.seed >> BigInt(48 - count)));
};
const seeded = (random, seed) => Object.assign(random, { seed: (seed ^ 0x5deece66dn) & mask, gaussian: undefined });
const unit = (random) => (bits(random, 26) * 2 ** 27 + bits(random, 27)) / 2 ** 53;
const below = (random, bound) => {
  if (bound <= 0) py.throwJava('java.lang.IllegalArgumentException', 'bound must be positive');
  if (Number.isInteger(Math.log2(bound))) return Number((BigInt(bound) * BigInt(bits(random, 31))) >> 31n);
  for (;;) {
    const drawn = bits(random, 31);
    const value = drawn % bound;
    if (drawn - value + (bound - 1) <= 0x7fffffff) return value;
  }
};
const gaussian = (random) => {
  if (random.gaussian !== undefined) {
    const kept = random.gaussian;
    random.gaussian = undefined;
    return kept;
  }
  for (;;) {
    const [x, y] = [2 * unit(random) - 1, 2 * unit(random) - 1];
    const size = x * x + y * y;
    if (size >= 1 || size === 0) continue;
    const factor = Math.sqrt((-2 * Math.log(size)) / size);
    random.gaussian = y * factor;
    return x * factor;
  }
};
const real = (value) => new B.float_(value);
const Random = py.defineType('java.util.Random', {
  create: ([seed]) => {
    const start = seed === undefined ? BigInt(Math.floor(py.effects.random() * 2 ** 48)) : py.javaWhole(seed, 'Random');
    return seeded(new Random(), start);
  },
  methods: {
    nextBoolean: [[], (random) => py.bool(bits(random, 1) !== 0)],
    nextDouble: [[], (random) => real(unit(random))],
    nextFloat: [[], (random) => real(bits(random, 24) / 2 ** 24)],
    nextGaussian: [[], (random) => real(gaussian(random))],
    nextInt: [
      ['bound?'],
      (random, bound) =>
        py.number(bound === undefined ? bits(random, 32) : below(random, py.wholeOf(bound, 'nextInt'))),
    ],
    nextLong: [
      [],
      (random) => py.javaInt(BigInt.asIntN(64, (BigInt(bits(random, 32)) << 32n) + BigInt(bits(random, 32)))),
    ],
    setSeed: [['seed'], (random, seed) => void seeded(random, py.javaWhole(seed, 'setSeed'))],
  },
});

const localeOf = (language, country = '') => Object.assign(new Locale(), { language, country });
const joined = ({ language, country }, mark) => [language, country].filter(Boolean).join(mark);
const Locale = py.defineType('java.util.Locale', {
  create: ([language, country]) =>
    localeOf(py.textOf(language, 'Locale').toLowerCase(), country === undefined ? '' : country.v.toUpperCase()),
  slots: {
    ...py.javaShown((locale) => joined(locale, '_')),
    ...equality((a, b) => b instanceof Locale && joined(a, '_') === joined(b, '_')),
    tp$hash() {
      return py.text(joined(this, '_')).tp$hash();
    },
  },
  methods: {
    getCountry: [[], ({ country }) => py.text(country)],
    getLanguage: [[], ({ language }) => py.text(language)],
    toLanguageTag: [[], (locale) => py.text(joined(locale, '-') || 'und')],
  },
  statics: {
    forLanguageTag: [
      ['tag'],
      (tag) => {
        const [language = '', country = ''] = py.textOf(tag, 'forLanguageTag').split('-');
        return localeOf(language.toLowerCase(), country.toUpperCase());
      },
    ],
    getDefault: [[], () => localeOf('en', 'US')],
  },
});
py.offer(Locale, {
  ENGLISH: localeOf('en'),
  FRANCE: localeOf('fr', 'FR'),
  GERMANY: localeOf('de', 'DE'),
  ROOT: localeOf(''),
  UK: localeOf('en', 'GB'),
  US: localeOf('en', 'US'),
});
/** Requires an English locale, since numbers and dates are formatted in English. Throws for other locales. */
py.requireEnglish = (locale, name) => {
  if (py.isNone(locale) || !(locale instanceof Locale) || ['', 'en'].includes(locale.language)) return;
  py.refuse(`${name} for ${joined(locale, '_')}`, 'scripts write numbers in English');
};
py.javaOptional = { Locale, Objects, Optional, Random };
