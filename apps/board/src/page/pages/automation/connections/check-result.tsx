import { displayMessage } from '../../../api/language.ts';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { Message } from '../../../components/message.tsx';
import { t } from '../../../navigation/text.ts';
import type { CheckState } from './connection.ts';

interface Props {
  readonly state: CheckState;
}

/** The result of the check of a connection, with the reason of a failure. */
export function CheckResult({ state }: Props) {
  if (state === 'running') return <StatusLabel tone="runs" label={t('Checking…')} />;
  const { success, scriptFound, errorText, code, params } = state;
  if (success && !scriptFound) return <StatusLabel tone="idle" label={t('Complete. Its type has no check')} />;
  if (success) return <StatusLabel tone="done" label={t('Connected')} />;
  return (
    <span>
      <StatusLabel tone="failed" label={t('Failed')} />{' '}
      {errorText !== undefined && (
        <span class="sub">
          <Message message={displayMessage({ sentence: errorText, code, params })} />
        </span>
      )}
    </span>
  );
}
