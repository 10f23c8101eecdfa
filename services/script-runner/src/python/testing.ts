import ivm from 'isolated-vm';
import { python } from './language.ts';

/** What a test asks of a script; the rest of a request has the plainest values. */
export interface Asked {
  readonly purpose?: string;
  readonly packaged?: boolean;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly objects?: readonly string[];
  readonly wanted?: readonly string[] | '*';
  readonly snapshot?: unknown;
}

/** What the guest answers, as JSON has it. */
export interface Told {
  readonly error: { readonly type: string; readonly message: string; readonly line: number | null } | null;
  readonly result: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly actions: readonly unknown[];
  readonly output: string;
  /** names that it asked for in vain */
  readonly lacks?: readonly string[];
}

const plainest = { purpose: 'trial', packaged: false, inputs: {}, objects: [], wanted: [], snapshot: null };

/** An isolate with Python in it, used for every script of a test file: so each row also shows that none disturbs the next. */
export function startPython() {
  const isolate = new ivm.Isolate({ memoryLimit: 64 });
  const context = isolate.createContextSync();
  context.global.setSync('__ask', new ivm.Callback(() => {}));
  for (const { file, code } of python.bootstrap) isolate.compileScriptSync(code, { filename: file }).runSync(context);
  const [compile, run] = ['__compile', '__run'].map((name) => context.global.getSync(name, { reference: true }));
  const text = (told: ivm.Transferable): string => String(told);
  return {
    run: (script: string, asked: Asked = {}): Told =>
      JSON.parse(
        text(run!.applySync(undefined, [JSON.stringify({ ...plainest, ...asked, script })], { timeout: 60_000 })),
      ),
    compile: (script: string): unknown => JSON.parse(text(compile!.applySync(undefined, [script], { timeout: 5_000 }))),
    /** The value of JavaScript among what the interpreter is made of. */
    evaluate: (code: string): unknown => context.evalSync(code, { copy: true }),
    stop: () => isolate.dispose(),
  };
}
