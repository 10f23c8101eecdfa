import { useSignal } from '@preact/signals';
import type { UserResponse } from '@slipway/api-schema/people';
import Plus from '~icons/lucide/plus';
import UserRoundX from '~icons/lucide/user-round-x';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate, read } from '../../../api/rest.ts';
import { FieldChip, SearchInput } from '../../../components/controls/filter-controls.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { CheckField, ChoiceField } from '../../../components/fields/field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { ServerPage } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { pageSize } from '../../../components/table.tsx';
import { polled } from '../../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../../live/use-paged-list.ts';
import { announce } from '../../../navigation/announce.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { t } from '../../../navigation/text.ts';
import { PeopleHead } from '../people-head.tsx';
import { type PeopleQuery, peopleUrl, requestPath } from '../query.ts';
import { columnsOf } from './columns.tsx';
import { type OpenDialog, UserDialogs, userPath } from './user-dialogs.tsx';

type UserPage = readonly UserResponse[];

const sourceLabels: Readonly<Record<PeopleQuery['source'], string>> = {
  all: t('All'),
  local: t('Local'),
  external: t('Single sign-on'),
};

const Filters = ({ query, change }: PagedList<PeopleQuery, UserPage>) => (
  <search class="filter-bar">
    <SearchInput label="Search by name or email" value={query.text} change={(text) => change({ text })} />
    <FieldChip
      label="Status"
      text={query.isLocked ? t('Disabled') : t('All')}
      remove={query.isLocked ? () => change({ isLocked: false }) : null}
    >
      <CheckField label="Disabled users" isOn={query.isLocked} change={(isLocked) => change({ isLocked })} />
    </FieldChip>
    <FieldChip
      label="Source"
      text={sourceLabels[query.source]}
      remove={query.source === 'all' ? null : () => change({ source: 'all' })}
    >
      <ChoiceField
        label="Source"
        value={query.source}
        options={Object.entries(sourceLabels)}
        change={(source) => change({ source: peopleUrl.parse(new URLSearchParams({ source })).source })}
      />
    </FieldChip>
  </search>
);

/** The list of users, with the actions on them. */
export function Users() {
  const list = usePagedList<PeopleQuery, UserPage>({
    ...{ path: '/people', urlState: peopleUrl, topicsOf: () => [polled] },
    ...{ firstPage: { from: 0 }, typedFilters: ['text'] },
    load: (query) => read(requestPath(query)),
  });
  const openDialog = useSignal<OpenDialog | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const toggle = async ({ username, loginAllowed }: UserResponse): Promise<void> => {
    refusal.value = null;
    try {
      await mutate('PUT', userPath(username), { loginAllowed: !loginAllowed });
      await list.refresh();
      announce(`${username} ${loginAllowed ? 'disabled' : 'enabled'}`);
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  const add = (): void => {
    openDialog.value = { kind: 'user', user: null };
  };
  usePaletteActions([{ name: t('Add user'), missingPermission: null, run: add }]);
  const columns = columnsOf({
    edit: (user) => (openDialog.value = { kind: 'user', user }),
    toggle: (user) => void toggle(user),
    remove: (user) => (openDialog.value = { kind: 'delete', user }),
  });
  return (
    <>
      <PeopleHead current="users">
        <button type="button" class="main" onClick={add}>
          <Icon of={Plus} />
          Add user
        </button>
      </PeopleHead>
      <Filters {...list} />
      <Refusal message={refusal.value} />
      <Refusal message={list.refusal} retry={list.retry} />
      {list.page?.length === 0 && list.query.from === 0 ? (
        <div class="card">
          <EmptyState icon={UserRoundX} text="No users match" />
        </div>
      ) : (
        <ServerPage
          caption="Users"
          columns={columns}
          rows={list.page}
          keyOf={({ username }) => username}
          emptyText="No users match"
          from={list.query.from}
          hasMore={list.page?.length === pageSize}
          goToPage={(from) => list.change({ from })}
        />
      )}
      <UserDialogs openDialog={openDialog.value} close={() => (openDialog.value = null)} refresh={list.refresh} />
    </>
  );
}
