import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import Eye from '~icons/lucide/eye';
import EyeOff from '~icons/lucide/eye-off';
import { Hint, useFieldError } from '../components/fields/field.tsx';
import { Icon } from '../components/marks/icon.tsx';
import { t } from '../navigation/text.ts';

interface Props {
  readonly value: string;
  readonly change: (value: string) => void;
}

/** The password of a login. A button shows its characters. */
export function PasswordField({ value, change }: Props) {
  const id = useId();
  const isShown = useSignal(false);
  const toggleLabel = isShown.value ? t('Hide characters') : t('Show characters');
  const { error, control, accept } = useFieldError(id, undefined);
  const common = {
    ...{ ...control, id, name: 'password', autoComplete: 'current-password', spellcheck: false, value, required: true },
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
      accept();
      change(currentTarget.value);
    },
  };
  return (
    <div class="field">
      <label for={id}>Password</label>
      <div class="password">
        {isShown.value ? <input {...common} type="text" /> : <input {...common} type="password" />}
        <button
          type="button"
          class="quiet square small"
          aria-label={toggleLabel}
          title={toggleLabel}
          onClick={() => (isShown.value = !isShown.value)}
        >
          <Icon of={isShown.value ? EyeOff : Eye} />
        </button>
      </div>
      <Hint id={`${id}-hint`} error={error} />
    </div>
  );
}
