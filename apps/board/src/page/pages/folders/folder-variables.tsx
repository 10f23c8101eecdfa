import type { FolderResponse } from '@slipway/api-schema/folders';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { pageOffset, setPageOffset } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { VariableList } from '../variables/variable-list.tsx';
import { folderOwner } from '../variables/variable-owner.ts';

interface Props {
  readonly folder: FolderResponse;
  /** the permission that is missing to change them */
  readonly missingPermission: string | null;
}

/** The variables that templates and releases in a folder see: its own, to be changed, and those of the folders around it. */
export function FolderVariables({ folder, missingPermission }: Props) {
  const result = useQuery<readonly VariableResponse[]>(`/folders/${lastSegment(folder.id)}/variables`, {
    topics: [polled],
  });
  const variables = result.value.value;
  return (
    <>
      <Refusal message={result.refusal.value} />
      {variables && (
        <VariableList
          owner={folderOwner(folder, result.refresh)}
          variables={variables}
          hasStartForm={false}
          isReadOnly={false}
          isOwn={({ id }) => id.slice(0, id.lastIndexOf('/')) === folder.id}
          missingPermission={missingPermission}
          from={pageOffset('variables')}
          goToPage={(from) => setPageOffset('variables', from)}
        />
      )}
    </>
  );
}
