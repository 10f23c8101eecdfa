import { numberText } from '../../../components/charts/values.ts';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { ledgerUrl, noFilters } from '../ledger/query.ts';
import { placePath } from '../place.ts';
import { encryptionText, type MailState, serverState } from './mail.ts';

const ledger = (state: 'failed' | 'dead'): string =>
  ledgerUrl.url(placePath({ folderId: null }), {
    ...noFilters,
    ...{ form: '', part: 'deliveries', receiver: null, after: null, delivery: null, channel: 'mail', state },
  });

interface CountProps {
  readonly state: 'failed' | 'dead';
  readonly count: number;
}

/** A number of mails, with a link to them. */
const CountLink = ({ state, count }: CountProps) =>
  count === 0 ? numberText(0) : <Link to={ledger(state)}>{numberText(count)}</Link>;

interface Props {
  readonly state: MailState;
}

/** The address of the mail server and of the sender. */
const Server = ({ state }: Props) => (
  <>
    <dt>Server</dt>
    <dd>
      <bdi>{`${state.host}:${state.port}`}</bdi>
    </dd>
    <dt>Encryption</dt>
    <dd>{encryptionText(state)}</dd>
    <dt>Login</dt>
    <dd>{state.login ? t('With user and password') : t('None')}</dd>
    <dt>Sender</dt>
    <dd>
      <bdi>{state.from}</bdi>
    </dd>
  </>
);

/** The last mails of all processes. */
const Outcomes = ({ state: { lastSuccess, lastError } }: Props) => (
  <>
    <dt>Last success</dt>
    <dd>{lastSuccess ? <Moment at={lastSuccess.at} /> : t('None')}</dd>
    <dt>Last error</dt>
    <dd>
      {lastError ? (
        <div class="two-lines">
          <Moment at={lastError.at} />
          <bdi class="sub">{lastError.reason}</bdi>
        </div>
      ) : (
        t('None')
      )}
    </dd>
  </>
);

/** The mail server, its last outcomes, and the number of mails with links to the ledger. */
export function MailServerCard({ state }: Props) {
  const [tone, label] = serverState(state);
  return (
    <section class="card" aria-labelledby="mail-server">
      <header>
        <h2 id="mail-server">Mail server</h2>
        <span class="end">
          <StatusLabel tone={tone} label={label} />
        </span>
      </header>
      <div class="body stack">
        {!state.configured && (
          <p>
            No email is sent. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code> for the API and the scheduler, and
            restart them.
          </p>
        )}
        <dl class="facts">
          {state.configured && <Server state={state} />}
          <Outcomes state={state} />
          <dt>Waiting</dt>
          <dd>{numberText(state.waiting)}</dd>
          <dt>Failed</dt>
          <dd>
            <CountLink state="failed" count={state.failed} />
          </dd>
          <dt>Given up</dt>
          <dd>
            <CountLink state="dead" count={state.dead} />
          </dd>
        </dl>
      </div>
    </section>
  );
}
