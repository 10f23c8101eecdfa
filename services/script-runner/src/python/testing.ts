import ivm from 'isolated-vm';
import { python } from './language.ts';

/** The script of a test. The other members of a request have defaults. */
export interface TestRequest {
  readonly purpose?: string;
  readonly packaged?: boolean;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly objects?: readonly string[];
  readonly wanted?: readonly string[] | '*';
  readonly snapshot?: unknown;
}

/** The response of the sandbox, as JSON. */
export interface SandboxAnswer {
  readonly error: {
    readonly type: string;
    readonly message: string;
    readonly line: number | null;
    readonly at?: { readonly file: string; readonly line: number };
  } | null;
  readonly result: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly actions: readonly unknown[];
  readonly output: string;
  /** unavailable names that the script has used */
  readonly lacks?: readonly string[];
}

const newId = /^(?:Release|Phase|Task|Variable)[0-9a-f]{32}$/;

/** Returns the actions of a script without the random ids of new objects. */
export const withoutNewIds = (actions: readonly unknown[]): readonly unknown[] =>
  JSON.parse(JSON.stringify(actions), (key, value) =>
    (key === 'id' || key === 'madeId') && newId.test(String(value)) ? undefined : value,
  );

const minimalRequest = { purpose: 'trial', packaged: false, inputs: {}, objects: [], wanted: [], snapshot: null };

/** Files of a jar by their paths. */
export type Jar = Readonly<Record<string, string>>;

/**
 * Starts an isolate with Python. All scripts of a test file share it, so the tests also show that scripts do not affect
 * later scripts.
 */
export function startPython(bootstrap = python.bootstrap) {
  const isolate = new ivm.Isolate({ memoryLimit: 64 });
  const context = isolate.createContextSync();
  context.global.setSync('__ask', new ivm.Callback(() => {}));
  for (const { file, code } of bootstrap) isolate.compileScriptSync(code, { filename: file }).runSync(context);
  const [compile, run, translate, setJars, setBody] = ['__compile', '__run', '__translate', '__jars', '__body'].map(
    (name) => context.global.getSync(name, { reference: true }),
  );
  const text = (answer: ivm.Transferable): string => String(answer);
  const provide = (digest: string, jar: Jar, file: string): void => {
    const request = JSON.stringify({ text: jar[file], file, jar: [digest, Object.keys(jar)] });
    const { code, error } = JSON.parse(text(translate!.applySync(undefined, [request])));
    const evaluated = isolate.compileScriptSync(code ?? 'undefined').runSync(context, { reference: true });
    setBody!.applySync(undefined, [digest, file, evaluated.derefInto(), error && JSON.stringify(error)]);
  };
  return {
    /** Adds jars that all later scripts may import from. */
    addJars: (...jars: readonly Jar[]): void => {
      setJars!.applySync(undefined, [JSON.stringify(jars.map((jar, at) => [`jar${at}`, Object.keys(jar)]))]);
      for (const [at, jar] of jars.entries()) for (const file of Object.keys(jar)) provide(`jar${at}`, jar, file);
    },
    run: (script: string, request: TestRequest = {}): SandboxAnswer =>
      JSON.parse(
        text(
          run!.applySync(undefined, [JSON.stringify({ ...minimalRequest, ...request, script })], { timeout: 60_000 }),
        ),
      ),
    compile: (script: string): unknown => JSON.parse(text(compile!.applySync(undefined, [script], { timeout: 5_000 }))),
    /** Evaluates JavaScript in the interpreter's context. */
    evaluate: (code: string): unknown => context.evalSync(code, { copy: true }),
    stop: () => isolate.dispose(),
  };
}
