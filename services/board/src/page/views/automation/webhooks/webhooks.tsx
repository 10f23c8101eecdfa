import { useSignal } from '@preact/signals';
import type { ConfigurationAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { type Folder, folderNamed } from '../../../live/folders.ts';
import { useEntity } from '../../../live/use-entity.ts';
import { usePlaces } from '../../../live/use-places.ts';
import { nowAndThen } from '../../../live/wants.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
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

const columnsOf = (folders: readonly Folder[]): readonly Column<ConfigurationAnswer>[] => [
  { name: 'Webhook endpoint', cell: ({ id, title }) => <Link to={addressOfEndpoint(id)}>{title}</Link> },
  { name: 'Address', cell: (endpoint) => <code>{pathOf(endpoint)}</code> },
  { name: 'Authentication', cell: (endpoint) => wordOfMethod(authenticationOf(endpoint).type) },
  {
    name: 'Folder',
    cell: ({ folderId }) =>
      folderId === undefined ? 'All folders' : (folderNamed(folders, folderId)?.name ?? lastOf(folderId)),
  },
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

/** The visible webhook endpoints: REST returns all of them, and one page is shown. */
export function Webhooks() {
  const { value, refusal } = useEntity<readonly ConfigurationAnswer[]>(path, [nowAndThen]);
  const isNew = useSignal(false);
  const text = place.value.query.get('text') ?? '';
  const from = Math.max(0, Math.trunc(Number(place.value.query.get('from') ?? 0)) || 0);
  const rows = value.value?.filter((endpoint) => isLike(endpoint, text));
  const places = usePlaces({ inFolder: 'configuration', atTop: 'globalConfiguration' });
  const { isKnown, lacking } = places;
  const begin = (): void => {
    isNew.value = true;
  };
  useOffers(isKnown ? [{ name: 'New webhook endpoint', lacking, run: begin }] : []);
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
        <Deed lacking={lacking} isDisabled={!isKnown} run={begin}>
          New webhook endpoint…
        </Deed>
      </search>
      <Lacking names={[lacking]} />
      <Refusal sentence={refusal.value} />
      {rows && rows.length > 0 && (
        <PagedTable
          caption="Webhook endpoints"
          columns={columnsOf(places.all)}
          rows={rows}
          keyOf={({ id }) => id}
          from={from}
          turn={(to) => go(addressOf(text, to))}
        />
      )}
      {rows?.length === 0 && (
        <p class="empty">
          {value.value?.length === 0
            ? 'There is no webhook endpoint that you may see.'
            : 'No webhook endpoint matches.'}
        </p>
      )}
      {isNew.value && (
        <NewEndpoint places={places} close={() => (isNew.value = false)} made={({ id }) => go(addressOfEndpoint(id))} />
      )}
    </section>
  );
}
