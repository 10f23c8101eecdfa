import type { AuditResponse } from '@slipway/api-schema/audit';
import { useEffect } from 'preact/hooks';
import ListFilter from '~icons/lucide/list-filter';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { read } from '../../api/rest.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { FieldChip, SearchInput } from '../../components/controls/filter-controls.tsx';
import { PeriodChip } from '../../components/controls/period-chip.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { pageSize, Table } from '../../components/table.tsx';
import { useFolders } from '../../live/folders.ts';
import { polled } from '../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../live/use-paged-list.ts';
import { t } from '../../navigation/text.ts';
import { type StateOf, textParam, urlState } from '../../navigation/url-state.ts';
import { PeopleHead } from '../people/people-head.tsx';
import { actionLabels, columnsOf, planIdsOf, usePlans, useReceivers } from './columns.tsx';

export const auditUrl = urlState({
  username: textParam('username'),
  subject: textParam('subject'),
  action: textParam('action'),
  address: textParam('address'),
  /** `from` and `to` have the format of a date field, in the time zone of the user. */
  from: textParam('from'),
  to: textParam('to'),
  /** The id of an entry. The list contains only older entries. */
  before: textParam('before'),
});

/** The filters of the audit log; an empty text: no filter. */
type AuditQuery = StateOf<typeof auditUrl>;

/** Converts the input of a date field to ISO 8601. An invalid input stays unchanged, so that REST rejects it. */
const toIsoDate = (input: string): string => {
  const at = new Date(input);
  return Number.isNaN(at.getTime()) ? input : at.toISOString();
};

/** Returns the request path of at most `count` entries. */
export function requestPath(query: AuditQuery, count: number): string {
  const params = new URLSearchParams();
  const filters = { ...query, from: toIsoDate(query.from), to: toIsoDate(query.to) };
  for (const [name, text] of Object.entries(filters)) if (text.trim() !== '') params.set(name, text.trim());
  params.set('resultsPerPage', String(count));
  return `/audit?${params}`;
}

type AuditList = PagedList<AuditQuery, readonly AuditResponse[]>;

type Filter = Exclude<keyof AuditQuery, 'before'>;
const noFilters: Readonly<Record<Filter, string>> = {
  username: '',
  subject: '',
  action: '',
  address: '',
  from: '',
  to: '',
};

const TextChip = ({
  list,
  name,
  label,
}: {
  readonly list: AuditList;
  readonly name: Filter;
  readonly label: string;
}) => (
  <FieldChip
    label={label}
    text={list.query[name] || t('Any')}
    remove={list.query[name] === '' ? null : () => list.change({ [name]: '' })}
  >
    <TextField
      label={label}
      hint={name === 'subject' ? t('Exact name or ID') : undefined}
      value={list.query[name]}
      change={(text) => list.change({ [name]: text })}
    />
  </FieldChip>
);

const EventChip = ({ query: { action }, change }: AuditList) => (
  <FieldChip
    label="Event"
    text={Object.entries(actionLabels).find(([name]) => name === action)?.[1] ?? t('All events')}
    remove={action === '' ? null : () => change({ action: '' })}
  >
    <ChoiceField
      label="Event"
      value={action}
      options={[['', t('All events')], ...Object.entries(actionLabels)]}
      change={(name) => change({ action: name })}
    />
  </FieldChip>
);

/** The filters of the audit log. */
const Filters = (list: AuditList) => (
  <search class="filter-bar">
    <SearchInput label="Search by actor" value={list.query.username} change={(username) => list.change({ username })} />
    <EventChip {...list} />
    <TextChip list={list} name="subject" label="Target" />
    <TextChip list={list} name="address" label="IP address" />
    <PeriodChip {...list.query} change={list.change} />
    {auditUrl.params({ ...list.query, before: '' }).size > 0 && (
      <button type="button" class="quiet small clear" onClick={() => list.change(noFilters)}>
        Clear
      </button>
    )}
  </search>
);

function Entries({ list }: { readonly list: AuditList }) {
  const folders = useFolders();
  const { query, page: entries } = list;
  const page = entries?.slice(0, pageSize) ?? [];
  const releases = usePlans(page.flatMap(planIdsOf));
  const receivers = useReceivers(page.map(({ subject }) => subject));
  const plans = new Map([...releases, ...receivers]);
  const addressForSubject = (subject: string) => list.urlWith({ subject });
  const last = page.at(-1);
  const hasMore = (entries?.length ?? 0) > pageSize;
  return (
    <>
      <Refusal message={list.refusal} retry={list.retry} />
      {page.length > 0 && (
        <Table
          caption="Audit log"
          columns={columnsOf({ folders, plans, addressForSubject })}
          rows={page}
          keyOf={({ id }) => String(id)}
        />
      )}
      {entries?.length === 0 && (
        <div class="card">
          <EmptyState icon={ListFilter} text="No entries match" />
        </div>
      )}
      {(query.before !== '' || hasMore) && (
        <nav class="pager" aria-label="Pagination">
          <button type="button" disabled={query.before === ''} onClick={() => list.change({ before: '' })}>
            Newest
          </button>
          <button
            type="button"
            disabled={!hasMore || last === undefined}
            onClick={() => list.change({ before: String(last?.id ?? '') })}
          >
            Older
          </button>
        </nav>
      )}
    </>
  );
}

function AuditLog() {
  const list = usePagedList<AuditQuery, readonly AuditResponse[]>({
    ...{ path: '/audit', urlState: auditUrl, topicsOf: () => [polled] },
    ...{ firstPage: { before: '' }, typedFilters: ['username', 'subject', 'address', 'from', 'to'] },
    load: (query) => read(requestPath(query, pageSize + 1)),
  });
  return (
    <>
      <Filters {...list} />
      <Entries list={list} />
    </>
  );
}

/** The audit log: logins, and changes of users, roles, teams and tokens. */
export function Audit() {
  const missingPermission = missingGlobalPermission('readAudit');
  useEffect(() => {
    document.title = t('Audit log · Slipway');
  }, []);
  return (
    <section>
      <PeopleHead current="audit" />
      <MissingPermissions names={[missingPermission]} objectId="" />
      {missingPermission === null && <AuditLog />}
    </section>
  );
}
