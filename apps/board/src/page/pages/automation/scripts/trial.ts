import { parseExactly } from '../../../api/exact-json.ts';
import { t } from '../../../navigation/text.ts';

/** The input of a test run. */
export interface Draft {
  /** The source: the text in the form, or the script of a plugin task type. */
  readonly kind: 'text' | 'type';
  readonly script: string;
  readonly purpose: Purpose;
  /** The task type of a plugin. */
  readonly type: string;
  /** The path of the script in the jar of the plugin; empty: the script of the type. */
  readonly path: string;
  /** The variables of the script, or the properties of the plugin task, as JSON. */
  readonly inputs: string;
  /** The mock responses of HTTP requests, as JSON. */
  readonly recordings: string;
}

const purposes = ['trial', 'eventFilter', 'webhook'] as const;
export type Purpose = (typeof purposes)[number];

export const purposeLabels: readonly (readonly [Purpose, string])[] = [
  ['trial', t('Task (up to 5 s)')],
  ['eventFilter', t('Event filter (up to 0.5 s)')],
  ['webhook', t('Webhook authentication (up to 0.5 s)')],
];

export const parsePurpose = (text: string): Purpose => purposes.find((item) => item === text) ?? 'trial';

export const initialDraft: Draft = {
  kind: 'text',
  script: '// language: javascript\nresult = payload.ref;\n',
  purpose: 'trial',
  type: '',
  path: '',
  inputs: '{\n  "payload": {"ref": "main"}\n}',
  recordings: '',
};

type JsonResult = { readonly value: unknown } | { readonly wrong: string };

function readJson(fieldName: string, text: string): JsonResult {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: parseExactly(text) };
  } catch (error) {
    return { wrong: t`${fieldName} isn’t valid JSON. ${error instanceof Error ? error.message : ''}`.trim() };
  }
}

/** Returns the inputs of a script by name; empty for invalid JSON. */
export function inputsIn(text: string): Readonly<Record<string, unknown>> {
  const inputs = readJson(t('Input'), text);
  const value = 'value' in inputs ? inputs.value : null;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Returns the request body of a test run, or an error text for invalid JSON. */
export function toRequestBody(draft: Draft): { readonly body: object } | { readonly wrong: string } {
  const { kind, script, purpose, type, path } = draft;
  const inputs = readJson(kind === 'text' ? t('Input') : t('Properties'), draft.inputs);
  const recordings = readJson(t('Mock response list'), purpose === 'trial' || kind === 'type' ? draft.recordings : '');
  if ('wrong' in inputs) return inputs;
  if ('wrong' in recordings) return recordings;
  const recordingsField = recordings.value === undefined ? {} : { recordings: recordings.value };
  if (kind === 'text') return { body: { script, purpose, inputs: inputs.value, ...recordingsField } };
  const pathField = path.trim() === '' ? {} : { path: path.trim() };
  return { body: { type: type.trim(), ...pathField, properties: inputs.value, ...recordingsField } };
}
