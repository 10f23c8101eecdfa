import { useSignal } from '@preact/signals';
import type { MailTestResponse } from '@slipway/api-schema/notifications';
import Send from '~icons/lucide/send';
import { mutate } from '../../../api/rest.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { t } from '../../../navigation/text.ts';
import { testPath, testText } from './mail.ts';

interface Props {
  readonly isConfigured: boolean;
  readonly refresh: () => Promise<void>;
}

/** A form that sends a mail at once, and shows the answer of the mail server. */
export function TestMailCard({ isConfigured, refresh }: Props) {
  const address = useSignal('');
  const accepted = useSignal<string | null>(null);
  const { run, refusal, isBusy } = useAction();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    accepted.value = null;
    void run(async () => {
      const result = await mutate<MailTestResponse>('POST', testPath, { address: address.peek() });
      await refresh();
      if (!result.accepted) throw new Error(testText(result));
      accepted.value = testText(result);
      return accepted.value;
    });
  };
  return (
    <section class="card" aria-labelledby="test-mail">
      <header>
        <h2 id="test-mail">Test email</h2>
      </header>
      <form class="body notice-form" onSubmit={submit}>
        <TextField
          label="Address"
          isRequired
          autoComplete="email"
          value={address.value}
          hint={t('The email is sent at once. A test is an entry of the audit log.')}
          change={(text) => (address.value = text)}
        />
        <Refusal message={refusal.value} />
        {accepted.value !== null && (
          <p>
            <bdi>{accepted.value}</bdi>
          </p>
        )}
        <div>
          <button
            type="submit"
            class="main"
            disabled={!isConfigured}
            aria-disabled={isBusy.value ? 'true' : undefined}
            aria-busy={isBusy.value ? 'true' : undefined}
          >
            <Icon of={Send} />
            Send test email
          </button>
        </div>
      </form>
    </section>
  );
}
