import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';

/** A container to run. It contains secrets, so it is stored encrypted. */
export interface ContainerSpec {
  readonly image: string;
  /** replaces the entry point of the image; empty: the entry point */
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** the contents of input files by name */
  readonly files: Readonly<Record<string, string>>;
  /** in cores; null: no limit */
  readonly cpus: number | null;
  readonly memoryBytes: number | null;
  readonly timeoutSeconds: number;
}

/** The maximum size of all texts of a container, in characters. A Kubernetes Secret has at most 1 MiB. */
const maxSpecCharacters = 500_000;
const maxNames = 200;

/**
 * An image reference in the grammar of the container registries, without credentials. It cannot begin with `-`, so that
 * a command line never reads it as an option.
 */
const imageReference =
  /^(?:[a-z0-9](?:[a-z0-9.-]{0,253}[a-z0-9])?(?::\d{1,5})?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;

const variableName = /^[A-Za-z_]\w{0,127}$/;
/** The product sets these variables. */
const ownVariables = /^(?:SLIPWAY_|INPUT_LOCATION$|OUTPUT_LOCATION$|SESSION_KEY$|RELEASE_URL$|CALLBACK_URL$)/;
const fileName = /^(?!\.{1,2}$)[\w.-]{1,200}$/;

type Values = Readonly<Record<string, Json>>;

function refuse(property: string, problem: string): never {
  throw new Invalid(`${property}: ${problem}`);
}

const isText = (value: unknown): value is string => typeof value === 'string';

function textsOf(values: Values, property: string): readonly string[] {
  const value = values[property] ?? [];
  if (!Array.isArray(value)) return refuse(property, 'must be a list of texts');
  const texts = value.filter(isText);
  if (texts.length !== value.length) return refuse(property, 'must be a list of texts');
  if (texts.some((text) => text.includes('\0'))) return refuse(property, 'must not contain a null character');
  return texts;
}

function mapOf(values: Values, property: string): Readonly<Record<string, string>> {
  const value = values[property] ?? {};
  if (!isObject(value)) return refuse(property, 'must be a map of texts');
  const entries = Object.entries(value);
  if (entries.length > maxNames) return refuse(property, `must have at most ${maxNames} entries`);
  return Object.fromEntries(
    entries.map(([name, text]) => (isText(text) ? [name, text] : refuse(property, 'must be a map of texts'))),
  );
}

/** Reads the lines `NAME=value` of the secret variables. Throws Invalid, without a value in its text. */
export function secretVariables(values: Values): readonly (readonly [string, string])[] {
  const text = values.secretEnvironment ?? '';
  if (!isText(text)) return refuse('secretEnvironment', 'must be a text');
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const end = line.indexOf('=');
    if (end < 1) return refuse('secretEnvironment', `line ${index + 1} must be NAME=value`);
    return [line.slice(0, end).trim(), line.slice(end + 1)] as const;
  });
}

function environmentOf(values: Values): Readonly<Record<string, string>> {
  const env = { ...mapOf(values, 'environment'), ...Object.fromEntries(secretVariables(values)) };
  for (const [name, value] of Object.entries(env)) {
    if (!variableName.test(name))
      return refuse('environment', 'a name must consist of letters, digits and "_", and begin with no digit');
    if (ownVariables.test(name)) return refuse('environment', `the product sets ${name}`);
    if (/[\0\r\n]/.test(value)) return refuse('environment', `the value of ${name} has a line break: use a file`);
  }
  return env;
}

function filesOf(values: Values): Readonly<Record<string, string>> {
  const files = mapOf(values, 'files');
  if (!Object.keys(files).every((name) => fileName.test(name)))
    return refuse('files', 'a name must consist of letters, digits, ".", "_" and "-"');
  return files;
}

function cpusOf(values: Values): number | null {
  const value = String(values.cpuLimit ?? '').trim();
  if (value === '') return null;
  if (!/^\d{1,6}m$|^\d{1,3}(?:\.\d{1,3})?$/.test(value))
    return refuse('cpuLimit', 'must be a number such as 0.5 or 500m');
  const cpus = value.endsWith('m') ? Number.parseInt(value, 10) / 1_000 : Number(value);
  return cpus > 0 ? cpus : refuse('cpuLimit', 'must be greater than 0');
}

const unitLetters = ['', 'k', 'm', 'g'];
const minMemoryBytes = 6 * 1_024 ** 2;

function memoryOf(values: Values): number | null {
  const value = String(values.memoryLimit ?? '').trim();
  if (value === '') return null;
  const [, digits, unit = ''] = /^(\d{1,15})(k|M|G|Ki|Mi|Gi)?$/.exec(value) ?? [];
  if (digits === undefined) return refuse('memoryLimit', 'must be a size such as 256Mi or 1G');
  const bytes =
    Number(digits) * (unit.endsWith('i') ? 1_024 : 1_000) ** unitLetters.indexOf(unit.charAt(0).toLowerCase());
  return bytes >= minMemoryBytes ? bytes : refuse('memoryLimit', 'must be at least 6Mi');
}

const defaultTimeoutSeconds = 3_600;
const maxTimeoutSeconds = 604_800;

function timeoutOf({ timeoutSeconds: value }: Values): number {
  if (value === undefined || value === null || value === '') return defaultTimeoutSeconds;
  const seconds = Number(value);
  const isAllowed = Number.isInteger(seconds) && seconds >= 1 && seconds <= maxTimeoutSeconds;
  return isAllowed ? seconds : refuse('timeoutSeconds', `must be a whole number from 1 to ${maxTimeoutSeconds}`);
}

/** Returns the container of a task, from the values of its properties. Throws Invalid, without a value in its text. */
export function containerSpec(values: Values): ContainerSpec {
  const image = String(values.image ?? '').trim();
  if (image.length > 512 || !imageReference.test(image))
    return refuse('image', 'must be the name of an image, such as registry.example.com/tools/helm:3');
  const spec: ContainerSpec = {
    image,
    command: textsOf(values, 'command'),
    args: textsOf(values, 'arguments'),
    env: environmentOf(values),
    files: filesOf(values),
    cpus: cpusOf(values),
    memoryBytes: memoryOf(values),
    timeoutSeconds: timeoutOf(values),
  };
  if (JSON.stringify(spec).length > maxSpecCharacters)
    return refuse(
      'files',
      `the container has more than ${maxSpecCharacters} characters of arguments, environment and files`,
    );
  return spec;
}

/** The form of the labels of agents. */
export const agentLabelForm = /^[\w.-]{1,63}$/;
const maxLabels = 20;

/** Returns the labels that an agent must have for a task. Throws Invalid. */
export function requiredLabels(values: Values): readonly string[] {
  const labels = textsOf(values, 'capabilities');
  if (labels.length > maxLabels || !labels.every((text) => agentLabelForm.test(text)))
    return refuse('capabilities', `must be at most ${maxLabels} words of letters, digits, ".", "_" and "-"`);
  return labels;
}
