import { StreamedAnswer } from './streamed-answer.ts';
import { writeJson } from './write-json.ts';

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const holdsStream = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).some((member) => isStream(member) || holdsStream(member));

async function* partsOf(value: unknown): AsyncGenerator<string | Buffer> {
  if (isStream(value)) {
    let separator = '[';
    for await (const item of value) {
      yield separator + JSON.stringify(item);
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  } else if (holdsStream(value)) {
    let separator = '{';
    for (const [name, member] of Object.entries(value)) {
      yield `${separator}${JSON.stringify(name)}:`;
      yield* partsOf(member);
      separator = ',';
    }
    yield '}';
  } else yield await writeJson(value);
}

/** A JSON response with a list of any length, whose items are created while they are sent. */
export const streamedJson = (value: object): StreamedAnswer =>
  new StreamedAnswer({
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    bytes: async function* () {
      for await (const part of partsOf(value)) yield Buffer.from(part);
    },
  });
