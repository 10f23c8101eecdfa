import MailCheck from '~icons/lucide/mail-check';
import { mutate } from '../../../api/rest.ts';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Moment } from '../../../components/moment.tsx';
import { AddressedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { Column } from '../../../components/table.tsx';
import { showToast } from '../../../components/toast.tsx';
import { useEntity } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { t } from '../../../navigation/text.ts';
import { type MailState, mailPath, type SuspendedAddress, suspensionPath } from './mail.ts';
import { MailServerCard } from './mail-server-card.tsx';
import { TestMailCard } from './test-mail-card.tsx';

const topics: readonly Topic[] = [polled];

const columnsOf = (resume: (suspended: SuspendedAddress) => void): readonly Column<SuspendedAddress>[] => [
  {
    name: t('User'),
    cell: ({ username, address }) => (
      <div class="two-lines">
        <UserName name={username} />
        <bdi class="sub">{address}</bdi>
      </div>
    ),
  },
  {
    name: t('Suspended'),
    cell: ({ suspendedAt }) => (suspendedAt === undefined ? t('Unknown') : <Moment at={suspendedAt} />),
  },
  { name: t('Reason'), cell: ({ reason }) => <bdi>{reason ?? t('Unknown')}</bdi> },
  {
    ...{ name: t('Actions'), isNameHidden: true },
    cell: (suspended) => (
      <div class="acts">
        <button
          type="button"
          class="small"
          aria-label={t`Resume emails to ${suspended.address}`}
          onClick={() => resume(suspended)}
        >
          Resume
        </button>
      </div>
    ),
  },
];

interface SuspendedProps {
  readonly addresses: readonly SuspendedAddress[];
  readonly refresh: () => Promise<void>;
}

/** The addresses that have rejected mails. */
function SuspendedAddresses({ addresses, refresh }: SuspendedProps) {
  const { run, refusal } = useAction();
  const resume = ({ address }: SuspendedAddress): Promise<void> =>
    run(async () => {
      await mutate('DELETE', suspensionPath(address));
      await refresh();
      showToast(t`Emails to ${address} are sent again`);
      return '';
    });
  return (
    <section class="card" aria-labelledby="suspended-addresses">
      <header>
        <h2 id="suspended-addresses">Suspended addresses</h2>
      </header>
      <Refusal message={refusal.value} />
      {addresses.length === 0 ? (
        <EmptyState icon={MailCheck} text={t('No address is suspended')} />
      ) : (
        <>
          <div class="body hint">
            These addresses rejected three emails, so notifications are not sent to them. Check the address of the user
            before you resume it.
          </div>
          <AddressedTable
            name="from"
            caption="Suspended addresses"
            columns={columnsOf((suspended) => void resume(suspended))}
            rows={addresses}
            keyOf={({ username }) => username}
          />
        </>
      )}
    </section>
  );
}

/** The mail server with its state, a form for a test mail, and the suspended addresses. */
export function MailPage() {
  const { value, refusal, retry, refresh } = useEntity<MailState>(mailPath, topics);
  const state = value.value;
  return (
    <>
      <Refusal message={refusal.value} retry={retry} />
      {state === undefined && refusal.value === null && <Skeleton />}
      {state && (
        <div class="stack">
          <div class="system-columns">
            <MailServerCard state={state} />
            <TestMailCard isConfigured={state.configured} refresh={refresh} />
          </div>
          <SuspendedAddresses addresses={state.suspendedAddresses} refresh={refresh} />
        </div>
      )}
    </>
  );
}
