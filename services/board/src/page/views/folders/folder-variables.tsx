import type { FolderAnswer, VariableAnswer } from '@slipway/wire';
import { useAsked } from '../../live/use-asked.ts';
import { nowAndThen } from '../../live/wants.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { lastOf } from '../../place/ids.ts';
import { rowsBefore, turnTo } from '../../place/pages.ts';
import { folderOwner } from '../variables/owner.ts';
import { VariableList } from '../variables/variable-list.tsx';

interface Props {
  readonly folder: FolderAnswer;
  /** the permission that is missing to change them */
  readonly lacking: string | null;
}

/** The variables that templates and releases in a folder see: its own, to be changed, and those of the folders around it. */
export function FolderVariables({ folder, lacking }: Props) {
  const asked = useAsked<readonly VariableAnswer[]>(`/folders/${lastOf(folder.id)}/variables`, {
    wanted: [nowAndThen],
  });
  const variables = asked.value.value;
  return (
    <>
      <Refusal sentence={asked.refusal.value} />
      {variables && (
        <VariableList
          owner={folderOwner(folder, asked.refresh)}
          variables={variables}
          isAskedFor={false}
          isFixed={false}
          isOwn={({ id }) => id.slice(0, id.lastIndexOf('/')) === folder.id}
          lacking={lacking}
          from={rowsBefore('variables')}
          turn={(from) => turnTo('variables', from)}
        />
      )}
    </>
  );
}
