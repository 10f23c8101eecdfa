import { z } from 'zod';

const recordSchema = z.looseObject({
  level: z.string(),
  time: z.string(),
  msg: z.string().default(''),
});

const errorSchema = z.object({ message: z.string(), stack: z.string().default('') });

/** Control characters could repaint the terminal of the person who reads. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const withoutControls = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');

const field = ([name, value]: [string, unknown]) =>
  `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;

/** A line of JSON from the logger as lines for a person: time, level if it is not info, sentence, fields; then where an error arose. */
export function formatLine(line: string): string {
  const { level, time, msg, ...fields } = recordSchema.parse(JSON.parse(line));
  const { data: error } = errorSchema.safeParse(fields.error);
  if (error !== undefined) delete fields.error;
  const levelText = level === 'info' ? [] : [level.toUpperCase()];
  const head = [time.slice(11, 19), ...levelText, msg, ...Object.entries(fields).map(field)].join(' ');
  const cause = error === undefined ? [] : (error.stack || error.message).split('\n');
  return `${[head, ...cause].map(withoutControls).join('\n')}\n`;
}
