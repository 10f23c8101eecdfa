import { expect, it } from 'vitest';
import { codeFormat } from './code-format.ts';

it('stores a document without secrets', () => {
  const text = 'kind: Templates\nspec:\n- template: Web\n';
  expect(codeFormat.write(text)).toBe(text);
  expect(codeFormat.read(text)).toBe(text);
});

it('stores no empty document', () => {
  expect(codeFormat.write('')).toBeNull();
});

it.each(['password: abc', '  apiToken: abc', 'type: acme.PasswordStringVariable', 'secret: !value key'])(
  'does not store a document with a secret: %s',
  (text) => {
    expect(codeFormat.write(text)).toBeNull();
  },
);
