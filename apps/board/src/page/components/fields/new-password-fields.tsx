import type { Signal } from '@preact/signals';
import { t } from '../../navigation/text.ts';
import { TextField } from './field.tsx';

/** A new password, typed twice. */
export interface NewPasswordInput {
  readonly password: string;
  readonly repeated: string;
}

export const emptyNewPassword: NewPasswordInput = { password: '', repeated: '' };

/** Returns the new password. Throws Error if the two inputs differ. */
export function readNewPassword({ password, repeated }: NewPasswordInput): string {
  if (password !== repeated) throw new Error(t('Passwords don’t match'));
  return password;
}

/** The fields of a new password, which is typed twice. */
export function NewPasswordFields({ input }: { readonly input: Signal<NewPasswordInput> }) {
  const edit = (changes: Partial<NewPasswordInput>): void => {
    input.value = { ...input.peek(), ...changes };
  };
  return (
    <>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        isRequired
        value={input.value.password}
        change={(password) => edit({ password })}
      />
      <TextField
        label="Repeat new password"
        type="password"
        autoComplete="new-password"
        isRequired
        value={input.value.repeated}
        change={(repeated) => edit({ repeated })}
      />
    </>
  );
}
