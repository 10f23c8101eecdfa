import { useSignal } from '@preact/signals';
import type { ConfigurationAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { useEntity } from '../../../live/use-entity.ts';
import { nowAndThen } from '../../../live/wants.ts';
import { TextField } from '../../../parts/field.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import type { Column } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { useOffers } from '../../../place/offers.ts';
import { go, place, restate } from '../../../place/router.ts';
import { Tabs } from '../tabs.tsx';
import { Enabled } from '../triggers/columns.tsx';
import { addressOfEndpoint, authenticationOf, pathOf, wordOfMethod } from './endpoint.ts';
import { NewEndpoint } from './new-endpoint.tsx';

const columns: readonly Column<ConfigurationAnswer>[] = [
  { name: 'Webhook endpoint', cell: ({ id, title }) => <Link to={addressOfEndpoint(id)}>{title}</Link> },
  { name: 'Address', cell: (endpoint) => <code>{pathOf(endpoint)}</code> },
  { name: 'Authentication', cell: (endpoint) => wordOfMethod(authenticationOf(endpoint).type) },
  { name: 'Folder', cell: ({ folderId }) => (folderId === undefined ? 'All folders' : lastOf(folderId)) },
  { name: 'State', cell: ({ enabled }) => <Enabled isOn={enabled !== false} /> },
];

const path = '/config/byTypeAndTitle?configurationType=events.WebhookEndpoint';

const addressOf = (text: string, from: number): string => {
  const said = new URLSearchParams({ ...(text !== '' && { text }), ...(from > 0 && { from: String(from) }) });
  return `/automation/webhooks${said.size === 0 ? '' : `?${said}`}`;
};

/** Whether a text is part of what an endpoint shows, in any letter case. */
const isLike = (endpoint: ConfigurationAnswer, text: string): boolean =>
  `${endpoint.title}\n${pathOf(endpoint)}`.toLowerCase().includes(text.trim().toLowerCase());

/** The webhook endpoints that somebody may see: REST answers all of them, of which a page is shown. */
export function Webhooks() {
  const { value, refusal } = useEntity<readonly ConfigurationAnswer[]>(path, [nowAndThen]);
  const isNew = useSignal(false);
  const text = place.value.query.get('text') ?? '';
  const from = Math.max(0, Math.trunc(Number(place.value.query.get('from') ?? 0)) || 0);
  const rows = value.value?.filter((endpoint) => isLike(endpoint, text));
  useOffers([{ name: 'New webhook endpoint', lacking: null, run: () => (isNew.value = true) }]);
  useEffect(() => {
    document.title = 'Webhook endpoints · Slipway';
  }, []);
  return (
    <section>
      <h1>Automation</h1>
      <Tabs current="/automation/webhooks" />
      <search class="filters">
        <TextField
          label="Title or address"
          type="search"
          value={text}
          change={(typed) => restate(addressOf(typed, 0))}
        />
        <button type="button" onClick={() => (isNew.value = true)}>
          New webhook endpoint
        </button>
      </search>
      <Refusal sentence={refusal.value} />
      {rows && rows.length > 0 && (
        <PagedTable
          caption="Webhook endpoints"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          from={from}
          turn={(to) => go(addressOf(text, to))}
        />
      )}
      {rows?.length === 0 && <p class="empty">No webhook endpoint matches.</p>}
      {isNew.value && <NewEndpoint close={() => (isNew.value = false)} made={({ id }) => go(addressOfEndpoint(id))} />}
    </section>
  );
}
