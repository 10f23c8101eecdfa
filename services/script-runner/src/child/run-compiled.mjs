// Runs scripts of a language that V8 compiles itself: one compiled script, and a fresh context for every run.

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

/** Without the comment of its last line, if it has one, and without semicolons at the end. */
function withoutEnd(text, isCommented) {
  const comment = isCommented ? text.indexOf('//', text.lastIndexOf('\n') + 1) : -1;
  let end = comment === -1 ? text.length : comment;
  while (end > 0 && (text[end - 1] === ';' || text[end - 1].trim() === '')) end -= 1;
  return text.slice(0, end);
}

/**
 * The text as one expression, or null. Parentheses let V8 decide; a semicolon at the end, and a comment after it, do
 * not make an expression a statement.
 */
function expressionOf(isolate, text) {
  const readings = new Set([text, withoutEnd(text, false), withoutEnd(text.trimEnd(), true)]);
  return [...readings].map((candidate) => `(${candidate}\n)`).find((candidate) => compiles(isolate, candidate)) ?? null;
}

const blank = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/;
/**
 * A text that begins like a statement is an expression in parentheses only; any other is compiled unchanged, because
 * V8 reports wrong lines for some errors inside parentheses.
 */
const beginsLikeStatement = (text) => /^(?:\{|function\b|class\b|async\b|let\b)/.test(text.replace(blank, ''));

/** Declarations at the top are no properties of the global object: their names are looked for in the text. */
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

function printedOutput(printed) {
  try {
    return printed?.applySync(undefined, [], { timeout: 50 }) ?? '';
  } catch {
    return '';
  }
}

/** Where it is not `result`, the variable that decides, and does so before the value of one expression. */
const deciders = { __proto__: null, webhook: 'authenticated', eventSource: 'output' };

/**
 * Binds an isolate to one script, and answers `run(body, timeMs)` → `{ text }` or `{ error, output }`. Throws the
 * script's SyntaxError. The value of one expression decides, else a variable does; of a webhook that variable always,
 * if it is set (compatibility.md, Scripts).
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
      return { error, output: isolate.isDisposed ? '' : printedOutput(printed) };
    } finally {
      for (const reference of tracked) reference.release();
      context.release();
    }
  };
}
