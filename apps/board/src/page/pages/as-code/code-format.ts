import { type DraftFormat, textFormat } from '../../api/session.ts';

const secretWords = /password|secret|token|passphrase|private/i;

/**
 * How typed documents survive a reload. Documents may contain passwords, which the browser must not store. So a text
 * with a word for a secret is kept only until the reload.
 */
export const codeFormat: DraftFormat<string> = {
  ...textFormat,
  write: (text) => (secretWords.test(text) ? null : textFormat.write(text)),
};
