import { indented, type RandomChoices } from './random-choices.ts';

// Generates programs with control flow: loops, `with`, `try`, generators and functions, nested in any way, with all
// kinds of jumps.

/** The statements that the generator may use at a position. */
interface BlockContext {
  readonly depth: number;
  readonly inLoop: boolean;
  /** whether `continue` is allowed: not in a `finally` inside the loop */
  readonly mayContinue: boolean;
  readonly inHandler: boolean;
  readonly yields: boolean;
  /** whether CPython is the reference: Jython evaluates some expressions with a `yield` wrongly */
  readonly isCPython: boolean;
  /** the functions and generators that statements can call; the generators need no cleanup */
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
/** Returns a name that the program does not use yet. */
const fresh = (prefix: string): string => {
  names += 1;
  return `${prefix}${names}`;
};

const inner = (blockContext: BlockContext, more: Partial<BlockContext> = {}): BlockContext => ({
  ...blockContext,
  depth: blockContext.depth - 1,
  ...more,
});

const block = (random: RandomChoices, blockContext: BlockContext): string[] => {
  const lines = random.many(1, 3, () => statement(random, blockContext)).flat();
  return indented(lines);
};

const test = (random: RandomChoices): string =>
  random.pick(['a % 2 == 0', 'a > 2', 'b < a', 'not b', 'True', 'a != 3', 'a in (1, 4)']);
const size = (random: RandomChoices): number => random.below(4);

const jumps = (random: RandomChoices, blockContext: BlockContext): string[] => {
  const errors = [
    "raise Mine('m', a)",
    "raise Other, 'o'",
    'raise KeyError(a)',
    'a = 1 / (a - a)',
    'missing',
    'assert a < 2, a',
  ];
  const kinds = [
    ...(blockContext.inLoop ? ['break', 'break'] : []),
    ...(blockContext.inLoop && blockContext.mayContinue ? ['continue', 'continue'] : []),
    ...(blockContext.inHandler ? ['handles()', 'handles(); raise'] : []),
    ...(blockContext.yields && blockContext.isCPython
      ? ['print str(a) + str((yield b)), len([str(b), (yield 1)])']
      : []),
    ...(blockContext.yields ? ['return'] : ['return a', "return 'r', b", 'return']),
    ...(blockContext.inHandler ? ['raise', 'again()'] : []),
    random.pick(errors),
  ];
  const jump = random.pick(kinds);
  return random.is(60) ? [`if ${test(random)}: ${jump}`] : [jump];
};

const loops = (random: RandomChoices, blockContext: BlockContext): string[] => {
  const within = inner(blockContext, { inLoop: true, mayContinue: true });
  const orelse = random.is(30) ? ['else:', ...block(random, inner(blockContext))] : [];
  const counter = fresh('i');
  const sequences = [
    `range(${size(random)})`,
    `xrange(${size(random)}, ${size(random)}, -1)`,
    `[b, a, ${size(random)}]`,
    '(k for k in (1, 2, 3) if k != a)',
    ...blockContext.generators.map((name) => `${name}(${size(random)})`),
  ];
  if (random.is(65))
    return [`for ${counter} in ${random.pick(sequences)}:`, `    a += ${counter}`, ...block(random, within), ...orelse];
  return [
    `${counter} = 0`,
    `while ${counter} < ${size(random)}:`,
    `    ${counter} += 1`,
    ...block(random, within),
    ...orelse,
  ];
};

const attempts = (random: RandomChoices, blockContext: BlockContext): string[] => {
  const kinds = ['Mine', 'Other', 'KeyError', 'Exception', '(Other, ZeroDivisionError)', ''];
  const handler = (): string[] => {
    const kind = random.pick(kinds);
    const head = kind === '' ? 'except:' : random.is(60) ? `except ${kind}, error:` : `except ${kind}:`;
    const note = head.includes('error') ? ['    note(error)'] : [];
    return [head, ...note, ...block(random, inner(blockContext, { inHandler: true }))];
  };
  const isBare = (lines: readonly string[]): boolean => lines[0] === 'except:';
  const created = random.is(75) ? random.many(1, 2, handler) : [];
  const handlers = [...created.filter((lines) => !isBare(lines)), ...created.filter(isBare).slice(0, 1)];
  const orelse = handlers.length > 0 && random.is(25) ? ['else:', ...block(random, inner(blockContext))] : [];
  const cleanUp = handlers.length === 0 || random.is(45);
  const finalBody = cleanUp ? ['finally:', ...block(random, inner(blockContext, { mayContinue: false }))] : [];
  return ['try:', ...block(random, inner(blockContext)), ...handlers.flat(), ...orelse, ...finalBody];
};

const managed = (random: RandomChoices, blockContext: BlockContext): string[] => {
  const manager = (): string => {
    const options = random.pick(['', '', ', True', ', False, True']);
    const target = random.is(40) ? ` as ${fresh('m')}` : '';
    return `Manager('${fresh('w')}'${options})${target}`;
  };
  return [`with ${random.many(1, 2, manager).join(', ')}:`, ...block(random, inner(blockContext))];
};

const values = (random: RandomChoices, blockContext: BlockContext): string[] => {
  const kinds = [
    `print '${fresh('t')}', a, b`,
    `a += ${1 + size(random)}`,
    'a, b = b, a',
    `b = [q for q in range(${size(random)}) if q != a] and 1 or 0`,
    `print 'tail', a,`,
    `print >>sink, a, '${fresh('s')}'${random.pick(['', ','])}`,
    ...blockContext.functions.map((name) => `b = ${name}(b, ${size(random)}) is None`),
    ...(blockContext.yields
      ? ['yield a', 'b = yield b, a', 'b = (yield 1) or (yield a) or 0', 'print "sent", (yield), a']
      : []),
  ];
  return [random.pick(kinds)];
};

function statement(random: RandomChoices, blockContext: BlockContext): string[] {
  if (blockContext.depth <= 0) return random.is(35) ? jumps(random, blockContext) : values(random, blockContext);
  const kind = random.below(100);
  if (kind < 18) return loops(random, blockContext);
  if (kind < 40) return attempts(random, blockContext);
  if (kind < 52) return managed(random, blockContext);
  if (kind < 62) {
    const orelse = random.is(50) ? ['else:', ...block(random, inner(blockContext))] : [];
    return [`if ${test(random)}:`, ...block(random, inner(blockContext)), ...orelse];
  }
  return kind < 82 ? values(random, blockContext) : jumps(random, blockContext);
}

/** Returns a generator that CPython closes when a loop leaves it. Jython never closes it. */
const closedGenerator = (name: string): string[] => [
  `def ${name}(n, step=1):`,
  '    try:',
  '        for k in range(0, n, step): yield k',
  `    finally: print 'closed', n`,
];

const plainGenerator = (random: RandomChoices, name: string): string[] => [
  `def ${name}(n, step=1):`,
  '    k = 0',
  '    while k < n:',
  ...(random.is(50) ? ['        if k == 1: yield "one"'] : []),
  '        yield k',
  '        k += step',
  ...(random.is(30) ? ['    raise StopIteration'] : []),
];

/**
 * Returns statements that run a generator step by step. Jython raises no error for `throw()` into a generator that has
 * ended.
 */
const drive = (random: RandomChoices, name: string): string[] => {
  const steps = [
    'print g.next()',
    `print g.send(${size(random)})`,
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
    ...['print g.next()', ...random.many(2, 6, () => random.pick(steps))].flatMap(call),
    'while True:',
    '    try:',
    '        g.close()',
    '        break',
    '    except Exception, error: note(error)',
  ];
};

/** Returns a program that calls a few functions and generators and prints each result. */
export function flowProgram(random: RandomChoices, closes = false): string {
  names = 0;
  const generator = fresh('plain');
  const functions: string[] = [];
  const lines = [...prelude, ...(closes ? closedGenerator(generator) : plainGenerator(random, generator))];
  for (let nth = 1 + random.below(2); nth >= 0; nth -= 1) {
    const yields = random.is(40);
    const name = fresh(yields ? 'gen' : 'fun');
    const blockContext: BlockContext = {
      depth: 3,
      inLoop: false,
      mayContinue: false,
      inHandler: false,
      yields,
      isCPython: closes,
      functions: [...functions],
      generators: [generator],
    };
    const body = random.many(2, 4, () => statement(random, blockContext)).flat();
    lines.push(`def ${name}(a, b=0):`, ...indented([...body, ...(yields ? ['yield "last"'] : [])]));
    if (yields) lines.push(...drive(random, name));
    else {
      functions.push(name);
      for (const given of ['0', '1, 3', 'b=1, a=4']) {
        lines.push('try:', `    print ${name}(${given})`, 'except Exception, error: note(error)');
      }
    }
  }
  const blockContext: BlockContext = {
    depth: 2,
    inLoop: false,
    mayContinue: false,
    inHandler: false,
    yields: false,
    isCPython: closes,
    functions,
    generators: [generator],
  };
  const body = random.many(1, 3, () => statement(random, blockContext)).flat();
  const atModule = body.map((line) => line.replace(/\breturn\b.*/, 'raise Mine("returned")'));
  return [...lines, 'a, b = 1, 2', ...atModule, 'print sink.parts'].join('\n');
}
