import { isObject, type Json } from '../model/json.ts';

/** The maximum size of an output file, in bytes. */
export const maxOutputFileBytes = 250_000;

/** The beginning of a line of the log that is a line of the output file. */
export const outputMark = '##[slipway-output]';

/** Separates the lines of the output file in a log from its other lines. */
export function separateOutput(log: string): { readonly log: string; readonly output: string } {
  if (!log.includes(outputMark)) return { log, output: '' };
  const lines = log.split(/(?<=\n)/);
  const isOutput = (line: string): boolean => line.startsWith(outputMark);
  return {
    log: lines.filter((line) => !isOutput(line)).join(''),
    output: lines
      .filter(isOutput)
      .map((line) => line.slice(outputMark.length))
      .join(''),
  };
}

/** The content of an output file. */
export interface JobOutput {
  /** the values by name */
  readonly values: Readonly<Record<string, Json>>;
  /** the error that the container reports; null: none */
  readonly error: string | null;
  /** what is wrong with the file; null: nothing */
  readonly warning: string | null;
}

function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Reads an output file: lines of JSON objects, whose members are outputs, or the result of the family's integration
 * kit. A later line replaces earlier values.
 */
export function readOutput(text: string): JobOutput {
  const whole = parseJson(text);
  if (isObject(whole) && isObject(whole.outputProperties)) return kitOutput(whole, whole.outputProperties);
  const values: Record<string, Json> = {};
  const invalid: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (isObject(value)) Object.assign(values, value);
    else invalid.push(index + 1);
  }
  const [first] = invalid;
  const warning = first === undefined ? null : `Line ${first} of the output file is not a JSON object.`;
  return { values, error: null, warning };
}

function kitOutput({ exitCode, jobErrorMessage }: Readonly<Record<string, Json>>, values: JobOutput['values']) {
  const text =
    typeof jobErrorMessage === 'string' && jobErrorMessage !== ''
      ? jobErrorMessage
      : 'The container reported an error.';
  return { values, error: exitCode === undefined || exitCode === null || exitCode === 0 ? null : text, warning: null };
}
