import { parseExactly } from '../../../data/exact-json.ts';
/** A script to be tried, as it is typed. */
export interface Draft {
  /** a text that is typed here, or the script of a plugin's type */
  readonly of: 'text' | 'type';
  readonly script: string;
  readonly purpose: Purpose;
  /** of a plugin */
  readonly type: string;
  /** in the jar of that */
  readonly path: string;
  /** the names that the script sees, or the properties of a task of the type, as JSON */
  readonly given: string;
  /** what servers answer, as JSON */
  readonly recordings: string;
}

const purposes = ['trial', 'eventFilter', 'webhook'] as const;
export type Purpose = (typeof purposes)[number];

export const wordsOfPurpose: readonly (readonly [Purpose, string])[] = [
  ['trial', 'A task, with up to 5 seconds'],
  ['eventFilter', 'A filter of events, with up to half a second'],
  ['webhook', 'Authentication of a webhook, with up to half a second'],
];

export const purposeNamed = (text: string): Purpose => purposes.find((each) => each === text) ?? 'trial';

export const firstDraft: Draft = {
  of: 'text',
  script: '// language: javascript\nresult = payload.ref;\n',
  purpose: 'trial',
  type: '',
  path: '',
  given: '{\n  "payload": {"ref": "main"}\n}',
  recordings: '',
};

/** The result of a trial, from `POST /scripts/test`. */
export interface Outcome {
  readonly result?: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly error?: {
    readonly type: string;
    readonly message: string;
    /** From 1; 0: unknown */
    readonly line: number;
    readonly at?: { readonly file: string; readonly line: number };
  };
  readonly statusLine?: string;
  readonly scheduled?: { readonly script: string; readonly seconds: number };
  readonly requests?: readonly {
    readonly method: string;
    readonly url: string;
    readonly recorded: boolean;
    readonly body?: string;
  }[];
  readonly recordingsLeft?: number;
  /** in milliseconds */
  readonly pauses?: readonly number[];
  readonly durationMs: number;
}

type Read = { readonly value: unknown } | { readonly wrong: string };

function readJson(what: string, text: string): Read {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: parseExactly(text) };
  } catch (error) {
    return { wrong: `${what}: this is no JSON. ${error instanceof Error ? error.message : ''}`.trim() };
  }
}

/** What REST is sent of a draft, or what is wrong with it. */
export function bodyOf(draft: Draft): { readonly body: object } | { readonly wrong: string } {
  const { of, script, purpose, type, path } = draft;
  const given = readJson(of === 'text' ? 'Inputs' : 'Properties', draft.given);
  const recordings = readJson('Recordings', purpose === 'trial' || of === 'type' ? draft.recordings : '');
  if ('wrong' in given) return given;
  if ('wrong' in recordings) return recordings;
  const replayed = recordings.value === undefined ? {} : { recordings: recordings.value };
  if (of === 'text') return { body: { script, purpose, inputs: given.value, ...replayed } };
  const named = path.trim() === '' ? {} : { path: path.trim() };
  return { body: { type: type.trim(), ...named, properties: given.value, ...replayed } };
}

/** Where a line of a text begins and ends, in characters; null: it has no such line. */
export function spanOf(text: string, line: number): readonly [from: number, to: number] | null {
  const lines = text.split('\n');
  const wanted = lines[line - 1];
  if (line < 1 || wanted === undefined) return null;
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return [from, from + wanted.length];
}
