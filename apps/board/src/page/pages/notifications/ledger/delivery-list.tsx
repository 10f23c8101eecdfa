import { useSignal } from '@preact/signals';
import type { LedgerPageResponse } from '@slipway/api-schema/notifications';
import { useMemo } from 'preact/hooks';
import Bell from '~icons/lucide/bell';
import ListFilter from '~icons/lucide/list-filter';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate, read } from '../../../api/rest.ts';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { Table } from '../../../components/table.tsx';
import { showToast } from '../../../components/toast.tsx';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../../live/use-paged-list.ts';
import { Link } from '../../../navigation/link.tsx';
import { location, navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { PageLinks } from '../../tasks/task-list.tsx';
import { receiverPath } from '../receivers/receiver.ts';
import type { Delivery } from './delivery.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { isFiltered, type LedgerQuery, ledgerRequest, ledgerUrl, noFilters } from './query.ts';

export type Ledger = PagedList<LedgerQuery, LedgerPageResponse>;

/** The event stream has no topic for deliveries. */
const topics: readonly Topic[] = [polled];

/** Returns the page of deliveries that the address selects. `path` is the path of the view. */
export const useLedger = (path: string): Ledger =>
  usePagedList<LedgerQuery, LedgerPageResponse>({
    ...{ path, urlState: ledgerUrl, topicsOf: () => topics },
    ...{ firstPage: { after: null, delivery: null }, typedFilters: ['recipient', 'from', 'to'] },
    load: (query) => read(ledgerRequest(query)),
  });

interface Replay {
  readonly refusal: DisplayMessage | null;
  readonly run: (delivery: Delivery) => void;
}

/** Returns a function that sends a delivery again, and the error of the latest request. */
function useReplay({ refresh }: Ledger, receiver: string | null): Replay {
  const refusal = useSignal<DisplayMessage | null>(null);
  const send = async ({ id }: Delivery): Promise<void> => {
    refusal.value = null;
    try {
      if (receiver === null) await mutate('POST', `/notification-deliveries/${encodeURIComponent(id)}/replay`);
      else await mutate('POST', `${receiverPath(receiver)}/replay`, { deliveryId: id });
      showToast(t('The delivery is sent again'));
      await refresh();
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return { refusal: refusal.value, run: (delivery) => void send(delivery) };
}

const NoDeliveries = ({ query, urlWith }: Ledger) =>
  isFiltered(query) ? (
    <EmptyState icon={ListFilter} text="No deliveries match these filters.">
      <Link to={urlWith(noFilters)} class="button">
        Clear filters
      </Link>
    </EmptyState>
  ) : (
    <EmptyState icon={Bell} text="No deliveries yet" />
  );

/** A page of deliveries, newest first, with the details of the selected one. */
export function DeliveryList({ list }: { readonly list: Ledger }) {
  const { query, page, retry } = list;
  const previousPages = useMemo(() => new Map<string, string | null>(), []);
  const replay = useReplay(list, query.receiver);
  const { path } = location.value;
  const goTo = (delivery: string | null): string => ledgerUrl.url(path, { ...query, delivery });
  const columns = useMemo(
    () =>
      deliveryColumns({
        ...{ isOfOneRecipient: query.receiver !== null, replay: replay.run },
        urlOf: ({ id }) => goTo(id),
      }),
    [path, query],
  );
  const items = page?.items;
  const opened = items?.find(({ id }) => id === query.delivery);
  return (
    <>
      <Refusal message={list.refusal} retry={retry} />
      <Refusal message={replay.refusal} />
      {items === undefined && list.refusal === null && <Skeleton />}
      {items && items.length > 0 && (
        <Table caption="Deliveries" columns={columns} rows={items} keyOf={({ id }) => id} />
      )}
      {items?.length === 0 && <NoDeliveries {...list} />}
      <PageLinks list={list} previousPages={previousPages} />
      {opened && (
        <DeliveryPanel
          key={opened.id}
          delivery={opened}
          isLinked={query.receiver === null}
          close={() => navigate(goTo(null))}
          replay={replay.run}
        />
      )}
    </>
  );
}
