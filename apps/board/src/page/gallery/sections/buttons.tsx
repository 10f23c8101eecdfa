import Copy from '~icons/lucide/copy';
import Play from '~icons/lucide/play';
import Plus from '~icons/lucide/plus';
import Trash2 from '~icons/lucide/trash-2';
import X from '~icons/lucide/x';
import { ActionButton, ActionLink, MissingPermissions } from '../../components/controls/action-button.tsx';
import { CopyButton } from '../../components/controls/copy-button.tsx';
import { DeleteButton } from '../../components/controls/delete-button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { showToast } from '../../components/toast.tsx';
import { type ComponentStates, Example, endless, longText, noop } from '../example.tsx';

const Kinds = () => (
  <>
    <button type="button" class="main">
      <Icon of={Plus} />
      New release
    </button>
    <button type="button">
      <Icon of={Copy} />
      Copy
    </button>
    <button type="button" class="quiet">
      Cancel
    </button>
    <button type="button" class="danger">
      <Icon of={Trash2} />
      Delete
    </button>
    <button type="button" class="danger main">
      Delete template
    </button>
    <button type="button" class="quiet square" aria-label="Close" title="Close">
      <Icon of={X} />
    </button>
  </>
);

const ButtonExamples = () => (
  <>
    <Example name="Default" isWide>
      <div class="row wrapped">
        <Kinds />
      </div>
    </Example>
    <Example name="Hover" shown="hover" isWide>
      <div class="row wrapped">
        <Kinds />
      </div>
    </Example>
    <Example name="Focus" shown="focus-visible" isWide>
      <div class="row wrapped">
        <Kinds />
      </div>
    </Example>
    <Example name="Pressed" shown="active" isWide>
      <div class="row wrapped">
        <Kinds />
      </div>
    </Example>
    <Example name="Disabled">
      <button type="button" disabled>
        <Icon of={Play} />
        Start release
      </button>
    </Example>
    <Example name="Busy">
      <button type="button" class="main" aria-busy="true" aria-disabled="true">
        <Icon of={Play} />
        Start release
      </button>
    </Example>
    <Example name="Small">
      <button type="button" class="small">
        Undo
      </button>
    </Example>
    <Example name="Long text">
      <button type="button">{longText}</button>
    </Example>
    <Example name="Split button">
      <span class="parts-of-button">
        <button type="button" class="main">
          New release
        </button>
        <button type="button" class="main" aria-label="More ways to create a release">
          <Icon of={Plus} />
        </button>
      </span>
    </Example>
  </>
);

const ActionButtonExamples = () => (
  <>
    <Example name="Default">
      <ActionButton isMain missingPermission={null} run={noop}>
        <Icon of={Play} />
        Start release
      </ActionButton>
    </Example>
    <Example name="Without the permission">
      <div class="stack">
        <ActionButton missingPermission="release#start" run={noop}>
          <Icon of={Play} />
          Start release
        </ActionButton>
        <MissingPermissions names={['audit#view', 'risk_profile#edit', 'audit#view']} objectId="Release1" />
      </div>
    </Example>
    <Example name="Busy after a press">
      <ActionButton
        missingPermission={null}
        run={() => {
          showToast('The action runs');
          return endless();
        }}
      >
        <Icon of={Play} />
        Press to start
      </ActionButton>
    </Example>
    <Example name="Disabled">
      <ActionButton missingPermission={null} isDisabled run={noop}>
        Save
      </ActionButton>
    </Example>
    <Example name="Link">
      <ActionLink missingPermission={null} to="/create">
        Create release
      </ActionLink>
    </Example>
    <Example name="Link without the permission">
      <ActionLink missingPermission="template#create_release" to="/create">
        Create release
      </ActionLink>
    </Example>
  </>
);

const IconButtonExamples = () => (
  <>
    <Example name="Default">
      <IconButton label="Delete region…" icon={Trash2} run={noop} />
    </Example>
    <Example name="Without the permission">
      <IconButton label="Delete region…" icon={Trash2} missingPermission="folder#edit_variables" run={noop} />
    </Example>
    <Example name="Disabled">
      <IconButton label="Delete region…" icon={Trash2} isDisabled run={noop} />
    </Example>
  </>
);

const DeleteButtonExamples = () => (
  <>
    <Example name="Default: a second press confirms">
      <DeleteButton name="Payments" isDisabled={false} run={noop} />
    </Example>
    <Example name="Disabled">
      <DeleteButton name="Payments" isDisabled run={noop} />
    </Example>
  </>
);

const CopyButtonExamples = () => (
  <Example name="Default">
    <CopyButton label="Copy the address" getText={() => longText} />
  </Example>
);

/** The buttons. */
export const buttons: readonly ComponentStates[] = [
  { id: 'button', title: 'Button', Examples: ButtonExamples },
  { id: 'action-button', title: 'Action button', Examples: ActionButtonExamples },
  { id: 'icon-button', title: 'Icon button', Examples: IconButtonExamples },
  { id: 'delete-button', title: 'Delete button', Examples: DeleteButtonExamples },
  { id: 'copy-button', title: 'Copy button', Examples: CopyButtonExamples },
];
