import { type Chance, indented } from './chance.ts';

// Programs of control flow: loops, `with`, `try`, generators and functions, in any nesting, with every kind of jump.

/** What a statement may do at its place. */
interface Place {
  readonly depth: number;
  readonly inLoop: boolean;
  /** whether `continue` is allowed: not in a `finally` within the loop */
  readonly mayContinue: boolean;
  readonly inHandler: boolean;
  readonly yields: boolean;
  /** whether CPython is the reference: Jython loses parts of an expression at a `yield` within it */
  readonly isCPython: boolean;
  /** functions that may be called, and generators that need no clean-up */
  readonly functions: readonly string[];
  readonly generators: readonly string[];
}

const prelude = `
class Mine(Exception): pass
class Other(Mine): pass
class Manager(object):
    def __init__(self, name, swallows=False, fails=False):
        self.name, self.swallows, self.fails = name, swallows, fails
    def __enter__(self):
        print 'enter', self.name
        return self.name
    def __exit__(self, kind, value, trace):
        print 'exit', self.name, kind and kind.__name__
        if self.fails: raise Other(self.name)
        return self.swallows
class Sink(object):
    def __init__(self): self.parts = []
    def write(self, text): self.parts.append(text)
sink = Sink()
def handles():
    try: raise KeyError('inner')
    except KeyError: print 'handled'
def again(): raise
def note(error):
    print type(error).__name__, isinstance(error, Mine) and error.args
`.split('\n');

let names = 0;
/** A name that the program has not used. */
const fresh = (prefix: string): string => {
  names += 1;
  return `${prefix}${names}`;
};

const inner = (place: Place, more: Partial<Place> = {}): Place => ({ ...place, depth: place.depth - 1, ...more });

const block = (chance: Chance, place: Place): string[] => {
  const lines = chance.many(1, 3, () => statement(chance, place)).flat();
  return indented(lines);
};

const test = (chance: Chance): string =>
  chance.pick(['a % 2 == 0', 'a > 2', 'b < a', 'not b', 'True', 'a != 3', 'a in (1, 4)']);
const size = (chance: Chance): number => chance.below(4);

const jumps = (chance: Chance, place: Place): string[] => {
  const errors = [
    "raise Mine('m', a)",
    "raise Other, 'o'",
    'raise KeyError(a)',
    'a = 1 / (a - a)',
    'missing',
    'assert a < 2, a',
  ];
  const kinds = [
    ...(place.inLoop ? ['break', 'break'] : []),
    ...(place.inLoop && place.mayContinue ? ['continue', 'continue'] : []),
    ...(place.inHandler ? ['handles()', 'handles(); raise'] : []),
    ...(place.yields && place.isCPython ? ['print str(a) + str((yield b)), len([str(b), (yield 1)])'] : []),
    ...(place.yields ? ['return'] : ['return a', "return 'r', b", 'return']),
    ...(place.inHandler ? ['raise', 'again()'] : []),
    chance.pick(errors),
  ];
  const jump = chance.pick(kinds);
  return chance.is(60) ? [`if ${test(chance)}: ${jump}`] : [jump];
};

const loops = (chance: Chance, place: Place): string[] => {
  const within = inner(place, { inLoop: true, mayContinue: true });
  const orelse = chance.is(30) ? ['else:', ...block(chance, inner(place))] : [];
  const counter = fresh('i');
  const sequences = [
    `range(${size(chance)})`,
    `xrange(${size(chance)}, ${size(chance)}, -1)`,
    `[b, a, ${size(chance)}]`,
    '(k for k in (1, 2, 3) if k != a)',
    ...place.generators.map((name) => `${name}(${size(chance)})`),
  ];
  if (chance.is(65))
    return [`for ${counter} in ${chance.pick(sequences)}:`, `    a += ${counter}`, ...block(chance, within), ...orelse];
  return [
    `${counter} = 0`,
    `while ${counter} < ${size(chance)}:`,
    `    ${counter} += 1`,
    ...block(chance, within),
    ...orelse,
  ];
};

const attempts = (chance: Chance, place: Place): string[] => {
  const kinds = ['Mine', 'Other', 'KeyError', 'Exception', '(Other, ZeroDivisionError)', ''];
  const handler = (): string[] => {
    const kind = chance.pick(kinds);
    const head = kind === '' ? 'except:' : chance.is(60) ? `except ${kind}, error:` : `except ${kind}:`;
    const note = head.includes('error') ? ['    note(error)'] : [];
    return [head, ...note, ...block(chance, inner(place, { inHandler: true }))];
  };
  const isBare = (lines: readonly string[]): boolean => lines[0] === 'except:';
  const made = chance.is(75) ? chance.many(1, 2, handler) : [];
  const handlers = [...made.filter((lines) => !isBare(lines)), ...made.filter(isBare).slice(0, 1)];
  const orelse = handlers.length > 0 && chance.is(25) ? ['else:', ...block(chance, inner(place))] : [];
  const cleanUp = handlers.length === 0 || chance.is(45);
  const finalBody = cleanUp ? ['finally:', ...block(chance, inner(place, { mayContinue: false }))] : [];
  return ['try:', ...block(chance, inner(place)), ...handlers.flat(), ...orelse, ...finalBody];
};

const managed = (chance: Chance, place: Place): string[] => {
  const manager = (): string => {
    const options = chance.pick(['', '', ', True', ', False, True']);
    const target = chance.is(40) ? ` as ${fresh('m')}` : '';
    return `Manager('${fresh('w')}'${options})${target}`;
  };
  return [`with ${chance.many(1, 2, manager).join(', ')}:`, ...block(chance, inner(place))];
};

const values = (chance: Chance, place: Place): string[] => {
  const kinds = [
    `print '${fresh('t')}', a, b`,
    `a += ${1 + size(chance)}`,
    'a, b = b, a',
    `b = [q for q in range(${size(chance)}) if q != a] and 1 or 0`,
    `print 'tail', a,`,
    `print >>sink, a, '${fresh('s')}'${chance.pick(['', ','])}`,
    ...place.functions.map((name) => `b = ${name}(b, ${size(chance)}) is None`),
    ...(place.yields
      ? ['yield a', 'b = yield b, a', 'b = (yield 1) or (yield a) or 0', 'print "sent", (yield), a']
      : []),
  ];
  return [chance.pick(kinds)];
};

function statement(chance: Chance, place: Place): string[] {
  if (place.depth <= 0) return chance.is(35) ? jumps(chance, place) : values(chance, place);
  const kind = chance.below(100);
  if (kind < 18) return loops(chance, place);
  if (kind < 40) return attempts(chance, place);
  if (kind < 52) return managed(chance, place);
  if (kind < 62) {
    const orelse = chance.is(50) ? ['else:', ...block(chance, inner(place))] : [];
    return [`if ${test(chance)}:`, ...block(chance, inner(place)), ...orelse];
  }
  return kind < 82 ? values(chance, place) : jumps(chance, place);
}

/** A generator that CPython closes when a loop leaves it, and Jython never. */
const closedGenerator = (name: string): string[] => [
  `def ${name}(n, step=1):`,
  '    try:',
  '        for k in range(0, n, step): yield k',
  `    finally: print 'closed', n`,
];

const plainGenerator = (chance: Chance, name: string): string[] => [
  `def ${name}(n, step=1):`,
  '    k = 0',
  '    while k < n:',
  ...(chance.is(50) ? ['        if k == 1: yield "one"'] : []),
  '        yield k',
  '        k += step',
  ...(chance.is(30) ? ['    raise StopIteration'] : []),
];

/** Lets a generator run step by step. Jython does not raise what is thrown into one that has ended. */
const drive = (chance: Chance, name: string): string[] => {
  const steps = [
    'print g.next()',
    `print g.send(${size(chance)})`,
    "if live: print g.throw(Mine('thrown'))",
    'g.close(); live = False',
    'print next(g)',
  ];
  const call = (step: string): string[] => [
    'try:',
    `    ${step}`,
    'except StopIteration:',
    '    print "stop"',
    '    live = False',
    'except Exception, error:',
    '    note(error)',
    '    live = False',
  ];
  return [
    `g = ${name}(1, 2)`,
    'live = True',
    ...['print g.next()', ...chance.many(2, 6, () => chance.pick(steps))].flatMap(call),
    'while True:',
    '    try:',
    '        g.close()',
    '        break',
    '    except Exception, error: note(error)',
  ];
};

/** A program of a few functions and generators that are called with every outcome shown. */
export function flowProgram(chance: Chance, closes = false): string {
  names = 0;
  const generator = fresh('plain');
  const functions: string[] = [];
  const lines = [...prelude, ...(closes ? closedGenerator(generator) : plainGenerator(chance, generator))];
  for (let nth = 1 + chance.below(2); nth >= 0; nth -= 1) {
    const yields = chance.is(40);
    const name = fresh(yields ? 'gen' : 'fun');
    const place: Place = {
      depth: 3,
      inLoop: false,
      mayContinue: false,
      inHandler: false,
      yields,
      isCPython: closes,
      functions: [...functions],
      generators: [generator],
    };
    const body = chance.many(2, 4, () => statement(chance, place)).flat();
    lines.push(`def ${name}(a, b=0):`, ...indented([...body, ...(yields ? ['yield "last"'] : [])]));
    if (yields) lines.push(...drive(chance, name));
    else {
      functions.push(name);
      for (const given of ['0', '1, 3', 'b=1, a=4']) {
        lines.push('try:', `    print ${name}(${given})`, 'except Exception, error: note(error)');
      }
    }
  }
  const place: Place = {
    depth: 2,
    inLoop: false,
    mayContinue: false,
    inHandler: false,
    yields: false,
    isCPython: closes,
    functions,
    generators: [generator],
  };
  const body = chance.many(1, 3, () => statement(chance, place)).flat();
  const atModule = body.map((line) => line.replace(/\breturn\b.*/, 'raise Mine("returned")'));
  return [...lines, 'a, b = 1, 2', ...atModule, 'print sink.parts'].join('\n');
}
