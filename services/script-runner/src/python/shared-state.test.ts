import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const python = startPython();
afterAll(python.stop);

const folder = new URL('./sandbox/modules/', import.meta.url);
const sandboxModules = readdirSync(folder).flatMap((file) =>
  [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^ *py\.modules\.(\w+)(?=.*=)/gm)].map(([, name]) => name!),
);
const modules = [...new Set([...sandboxModules, 'collections', 'itertools', 'math', 'operator', 'random'])].toSorted();
const opened = modules.map((name) => `import ${name}`).join('\n');

/**
 * All parts of the interpreter that are reachable from builtins, modules and the names of a script, by path, with
 * their types and links. Excludes the number of `id`, the state of random numbers, and caches of types (their bases,
 * and the name of their attribute setter).
 */
const survey = `(() => {
  const seen = new Map();
  const found = {};
  const todo = [[Sk.builtins, 'builtins'], [Sk.globals, 'names'], ...Sk.sysmodules.$items().map(([name, module]) => [module, name.v])];
  while (todo.length > 0) {
    const [value, path] = todo.shift();
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
      found[path] = typeof value + ' ' + String(value);
      continue;
    }
    found[path] = seen.get(value) ?? typeof value;
    if (seen.has(value)) continue;
    seen.set(value, path);
    const parts = Reflect.ownKeys(value).map((key) => [key, Reflect.getOwnPropertyDescriptor(value, key)]);
    const isKept = /^(?:\\$savedHash|sk\\$tuple_|mt$)|tp\\$setattr\\.\\$name$/;
    for (const [key, part] of parts) if ('value' in part && !isKept.test(String(key)) && !isKept.test(path + '.' + String(key))) todo.push([part.value, path + '.' + String(key)]);
    if (value instanceof Map) for (const [key, part] of value) todo.push([part, path + '<' + String(key) + '>']);
    todo.push([Object.getPrototypeOf(value), path + '.^']);
  }
  return found;
})()`;

/** Tries to change everything that a script can reach, in every way that a script has. */
const mutating = `${opened}
import sys
done = []
seen = {}
def attempt(act):
    try:
        act()
    except:
        pass
def named(thing):
    try:
        return dir(thing)
    except Exception:
        return []
def change(thing):
    for name in ['marked', '__doc__', '__name__', '__module__', '__class__', '__dict__', '__bases__', '__defaults__', 'func_defaults', 'message', 'args', 'maxstring', 'level', 'parent', 'disabled', 'encoding']:
        attempt(lambda: setattr(thing, name, ['hurt']))
        attempt(lambda: object.__setattr__(thing, name, 'hurt'))
        attempt(lambda: type.__setattr__(thing, name, 'hurt'))
        attempt(lambda: setattr(type(thing), name, 'hurt'))
    attempt(lambda: thing.__dict__.update({'marked': 1}))
    attempt(lambda: thing.__dict__.__setitem__('marked', 1))
    if callable(thing) and not isinstance(thing, type):
        return
    for method in ['append', 'add', 'extend', 'update', 'insert', 'setdefault', '__setitem__', '__iadd__', '__init__', 'seed', 'setLevel', 'addHandler', 'register', 'subtract', 'appendleft', '__setstate__', 'write', 'setdefaultencoding', 'basicConfig', 'disable', 'addLevelName', 'setfirstweekday', 'captureWarnings', 'purge', 'addFilter', 'debug', 'warning']:
        for given in [('hurt',), ('marked', 1), (0, 'hurt'), ({'marked': 1},)]:
            attempt(lambda: getattr(thing, method)(*given))
def shrink(thing):
    if callable(thing) and not isinstance(thing, type):
        return
    for name in named(thing):
        attempt(lambda: setattr(thing, name, 'hurt'))
        attempt(lambda: object.__setattr__(thing, name, 'hurt'))
        attempt(lambda: type.__setattr__(thing, name, 'hurt'))
        attempt(lambda: delattr(thing, name))
        attempt(lambda: type.__delattr__(thing, name))
    for method in ['pop', 'popitem', 'clear', 'sort', 'reverse', 'popleft', 'rotate', '__delitem__']:
        for given in [(), (0,)]:
            attempt(lambda: getattr(thing, method)(*given))
def walk(thing, depth):
    isMethod = callable(thing) and not isinstance(thing, type)
    key = id(thing)
    if isMethod or isinstance(thing, (str, int, float)):
        key = type(thing).__name__
        if depth == 1:
            key += thing.__name__ if isMethod else ''
    if key in seen or depth > 3:
        return
    seen[key] = thing
    done.append(thing)
    if isMethod:
        return change(thing)
    parts = []
    for name in named(thing):
        attempt(lambda: parts.append(getattr(thing, name)))
    if isinstance(thing, (list, tuple)):
        parts.extend(thing)
    if isinstance(thing, dict):
        parts.extend(thing.values())
    for part in parts:
        attempt(lambda: walk(part, depth + 1))
    change(thing)
seeds = [${modules.join(', ')}, headers, payload, len, str, int, dict, list, Exception, object, type, True, None, '', 1, 1.5, (), frozenset(), re.compile('a'), datetime.datetime.max, property, xrange, unicode]
for seed in seeds:
    attempt(lambda: walk(seed, 0))
for thing in done:
    if thing is not done and thing is not seen:
        attempt(lambda: shrink(thing))
`;

const inputs = { headers: { 'X-A': 'b' }, payload: { a: [1] } };
const harmless = `${opened}\nprint sorted(globals().keys())`;

const observing = `${opened}
for module in [${modules.join(', ')}]:
    print module.__name__, [(name, [type(getattr(module, name)).__name__, getattr(module, name) if isinstance(getattr(module, name), (list, tuple, str, int, float, dict)) and name != 'modules' else None]) for name in dir(module)]
print [(name, type(value).__name__) for name, value in sorted(vars().items())], dir(str), dir(dict), dir(object)
`;

test('two runs of one script share no object that a script can change', () => {
  python.run(harmless, { inputs });
  const seen = python.run(observing, { inputs });
  python.run(harmless, { inputs });
  python.evaluate(`globalThis.before = ${survey}`);
  const { error } = python.run(mutating, { inputs });
  expect(error).toBe(null);
  expect(python.run(harmless, { inputs })).toMatchObject({ error: null });
  const changed = python.evaluate(
    `(() => { const after = ${survey}; return JSON.stringify([Object.keys(before).length, ...[...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]).map((path) => [path, before[path], after[path]])]); })()`,
  );
  const [count, ...places] = JSON.parse(String(changed));
  expect(count).toBeGreaterThan(5_000);
  expect(places).toEqual([]);
  expect(python.run(observing, { inputs })).toEqual(seen);
});
