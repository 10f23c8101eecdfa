import { z } from 'zod';

const record = z.looseObject({
  level: z.string(),
  time: z.string(),
  msg: z.string().default(''),
});

const failure = z.object({ message: z.string(), stack: z.string().default('') });

/** Control characters could repaint the terminal of the person who reads. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const plain = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');

const field = ([name, value]: [string, unknown]) =>
  `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;

/** A line of JSON from the logger as lines for a person: time, level if it is not info, sentence, fields; then where an error arose. */
export function readable(line: string): string {
  const { level, time, msg, ...fields } = record.parse(JSON.parse(line));
  const { data: error } = failure.safeParse(fields.error);
  if (error !== undefined) delete fields.error;
  const loud = level === 'info' ? [] : [level.toUpperCase()];
  const head = [time.slice(11, 19), ...loud, msg, ...Object.entries(fields).map(field)].join(' ');
  const cause = error === undefined ? [] : (error.stack || error.message).split('\n');
  return `${[head, ...cause].map(plain).join('\n')}\n`;
}
