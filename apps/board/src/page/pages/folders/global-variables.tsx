import type { VariableResponse } from '@slipway/api-schema/variables';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { pageOffset, setPageOffset } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled } from '../../live/subscriptions.ts';
import { VariableList } from '../variables/variable-list.tsx';
import { globalOwner, globalVariablesPath } from '../variables/variable-owner.ts';

/** The global variables, which all templates and releases can use. */
export function GlobalVariables() {
  const result = useQuery<readonly VariableResponse[]>(globalVariablesPath, { topics: [polled] });
  const variables = result.value.value;
  return (
    <>
      <Refusal message={result.refusal.value} retry={result.retry} />
      {variables && (
        <VariableList
          owner={globalOwner(result.refresh)}
          variables={variables}
          hasStartForm={false}
          isReadOnly={false}
          missingPermission={missingGlobalPermission('changeVariables')}
          from={pageOffset('variables')}
          goToPage={(from) => setPageOffset('variables', from)}
        />
      )}
    </>
  );
}
