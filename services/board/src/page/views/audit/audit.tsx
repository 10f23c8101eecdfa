import type { AuditAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { useFolders } from '../../live/folders.ts';
import { useAsked } from '../../live/use-asked.ts';
import { lackingForAll } from '../../live/use-rights.ts';
import { nowAndThen } from '../../live/wants.ts';
import { Lacking } from '../../parts/deed.tsx';
import { ChoiceField, TextField } from '../../parts/field.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { rowsOfPage, Table } from '../../parts/table.tsx';
import { go, place, restate } from '../../place/router.ts';
import { PeopleTabs } from '../people/people-tabs.tsx';
import { columnsOf } from './columns.tsx';
import { type AuditQuery, addressOf, callFor, queryIn } from './query.ts';
import { usePlans } from './use-plans.ts';
import { actionWords } from './words.ts';

interface Props {
  readonly query: AuditQuery;
}

/** The filters of the log. Typing creates no history entry. */
function Filters({ query }: Props) {
  const type = (changes: Partial<AuditQuery>): void => restate(addressOf({ ...query, before: '', ...changes }));
  return (
    <search class="filters">
      <TextField label="Who" value={query.username} change={(username) => type({ username })} />
      <TextField
        label="To whom or what, the whole name or id"
        value={query.subject}
        change={(subject) => type({ subject })}
      />
      <ChoiceField
        label="What"
        value={query.action}
        options={[['', 'Everything'], ...Object.entries(actionWords)]}
        change={(action) => go(addressOf({ ...query, before: '', action }))}
      />
      <TextField label="From which address" value={query.address} change={(address) => type({ address })} />
      <MomentField label="Not before" value={query.from} change={(from) => type({ from })} />
      <MomentField label="Before" value={query.to} change={(to) => type({ to })} />
    </search>
  );
}

function Lines({ query }: Props) {
  const asked = useAsked<readonly AuditAnswer[]>(callFor(query, rowsOfPage + 1), { wanted: [nowAndThen] });
  const folders = useFolders();
  const lines = asked.value.value;
  const page = lines?.slice(0, rowsOfPage) ?? [];
  const plans = usePlans(page.flatMap(({ subject }) => subject ?? []));
  const addressOfOnly = (subject: string) => addressOf({ ...query, before: '', subject });
  const last = page.at(-1);
  const hasMore = (lines?.length ?? 0) > rowsOfPage;
  return (
    <>
      <Refusal sentence={asked.refusal.value} />
      {page.length > 0 && (
        <Table
          caption="Audit log"
          columns={columnsOf({ folders, plans, addressOfOnly })}
          rows={page}
          keyOf={({ id }) => String(id)}
        />
      )}
      {lines?.length === 0 && <p class="empty">No line matches.</p>}
      {(query.before !== '' || hasMore) && (
        <nav class="pager" aria-label="Pages">
          <button type="button" disabled={query.before === ''} onClick={() => go(addressOf({ ...query, before: '' }))}>
            Newest
          </button>
          <button
            type="button"
            disabled={!hasMore || last === undefined}
            onClick={() => go(addressOf({ ...query, before: String(last?.id ?? '') }))}
          >
            Older
          </button>
        </nav>
      )}
    </>
  );
}

/** Who logged in, and who changed what of users, roles, teams and tokens. */
export function Audit() {
  const query = queryIn(place.value.query);
  const lacking = lackingForAll('readAudit');
  useEffect(() => {
    document.title = 'Audit log · Slipway';
  }, []);
  return (
    <section>
      <h1>Audit log</h1>
      <PeopleTabs current="audit" />
      <Lacking names={[lacking]} on="" />
      {lacking === null && (
        <>
          <Filters query={query} />
          <Lines query={query} />
        </>
      )}
    </section>
  );
}
