// Runs scripts of a language that V8 compiles: one compiled script, and a fresh context for each run.

const takeGlobal = (context, name) => {
  const globalValue = context.global.getSync(name, { reference: true });
  context.global.deleteSync(name);
  return globalValue;
};

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

function compiles(isolate, code) {
  try {
    isolate.compileScriptSync(code).release();
    return true;
  } catch {
    return false;
  }
}

/** Returns the text without a comment in the last line and without semicolons at the end. */
function withoutEnd(text, isCommented) {
  const comment = isCommented ? text.indexOf('//', text.lastIndexOf('\n') + 1) : -1;
  let end = comment === -1 ? text.length : comment;
  while (end > 0 && (text[end - 1] === ';' || text[end - 1].trim() === '')) end -= 1;
  return text.slice(0, end);
}

/**
 * Returns the text as one expression in parentheses; null if it is not an expression. V8 decides by compiling it. A
 * semicolon or a comment at the end is allowed.
 */
function expressionOf(isolate, text) {
  const readings = new Set([text, withoutEnd(text, false), withoutEnd(text.trimEnd(), true)]);
  return [...readings].map((candidate) => `(${candidate}\n)`).find((candidate) => compiles(isolate, candidate)) ?? null;
}

const blank = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/;
/**
 * Whether a text begins like a statement. Such a text is an expression only in parentheses. All other texts are
 * compiled unchanged, because V8 reports wrong lines for some errors inside parentheses.
 */
const beginsLikeStatement = (text) => /^(?:\{|function\b|class\b|async\b|let\b)/.test(text.replace(blank, ''));

/**
 * Returns the names of top-level `let`, `const` and `class` declarations. They are not properties of the global object,
 * so the text is searched.
 */
function declared(isolate, script) {
  const names = [...script.matchAll(/\b(?:let|const|class)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu)].map(
    (match) => match[1],
  );
  return [...new Set(names)].slice(0, 200).filter((name) => name !== 'result' && compiles(isolate, `void ${name}`));
}

function namesIn(isolate, { wanted, script }) {
  return wanted === '*'
    ? declared(isolate, script)
    : wanted.filter((name) => identifier.test(name) && compiles(isolate, `void ${name}`));
}

const readVariable = (name) => `typeof ${name} === 'undefined' ? undefined : ${name}`;

/** Returns the output until now, as `{ output, lineTimes }`. */
function printedOutput(printed) {
  try {
    const { output, lineTimes } = JSON.parse(printed?.applySync(undefined, [], { timeout: 50 }) ?? '{}');
    return { output: output ?? '', lineTimes };
  } catch {
    return { output: '' };
  }
}

/**
 * The result variable of these purposes, instead of `result`. It has priority over the value of a single expression.
 */
const deciders = { __proto__: null, webhook: 'authenticated', eventSource: 'output' };

/**
 * Binds an isolate to one script. Returns `run(body, timeMs)` → `{ text }` or `{ error, output, lineTimes }`. Throws the script's
 * SyntaxError. The result is the value of a single expression, else a variable. For a webhook and an event source, the
 * variable has priority (compatibility.md, Scripts).
 */
export function bindCompiled({ isolate, bootstrap, give: install }, request) {
  const { script, purpose, wanted } = request;
  isolate.compileScriptSync(script, { filename: 'script' }).release();
  const expression = expressionOf(isolate, script);
  const code = expression !== null && beginsLikeStatement(script) ? expression : script;
  const compiled = isolate.compileScriptSync(code, { filename: 'script' });
  const decider = deciders[purpose] ?? 'result';
  const names = namesIn(isolate, request);
  const mayRequest = request.snapshot !== null || request.journal !== undefined;
  const epilogue = isolate.compileScriptSync(`[${[decider, ...names].map(readVariable).join(',')}]`);
  const rest = [JSON.stringify(names), wanted === '*', expression !== null, purpose in deciders];

  return function run(body, timeMs) {
    const deadline = performance.now() + timeMs;
    const leftMs = () => Math.max(1, Math.ceil(deadline - performance.now()));
    const context = isolate.createContextSync();
    const tracked = [];
    const track = (reference) => {
      tracked.push(reference);
      return reference;
    };
    let printed = null;
    try {
      if (mayRequest) install(context);
      for (const part of bootstrap) part.runSync(context);
      const [begin, end] = ['__begin', '__end'].map((name) => track(takeGlobal(context, name)));
      printed = track(takeGlobal(context, '__printed'));
      begin.applySync(undefined, [body], { timeout: leftMs() });
      const value = track(compiled.runSync(context, { timeout: leftMs(), reference: true }));
      const values = track(epilogue.runSync(context, { timeout: leftMs(), reference: true }));
      return {
        text: end.applySync(undefined, [values.derefInto(), value.derefInto(), ...rest], { timeout: leftMs() }),
      };
    } catch (error) {
      return { error, ...(isolate.isDisposed ? { output: '' } : printedOutput(printed)) };
    } finally {
      for (const reference of tracked) reference.release();
      context.release();
    }
  };
}
