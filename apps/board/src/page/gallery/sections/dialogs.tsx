import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ApiError } from '../../api/errors.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { StatusBadge } from '../../components/marks/status.tsx';
import { TaskNotFound } from '../../components/not-found.tsx';
import { PanelHead } from '../../components/panel-head.tsx';
import { type ComponentStates, Example, endless, longText, longWord, noop } from '../example.tsx';

interface OpenerProps {
  readonly name: string;
  readonly render: (close: () => void) => ComponentChildren;
}

/** A dialog and the button that opens it. */
function Opener({ name, render }: OpenerProps) {
  const isOpen = useSignal(false);
  return (
    <Example name={name}>
      <button type="button" onClick={() => (isOpen.value = true)}>
        Open: {name}
      </button>
      {isOpen.value && render(() => (isOpen.value = false))}
    </Example>
  );
}

const reject = (): Promise<never> => Promise.reject(new ApiError(409, { detail: 'the title is used already' }));

const content = (
  <>
    <p>{longText}</p>
    <p>{longWord}</p>
  </>
);

const loadTestDialog = async () => (await import('../../components/code/test-dialog.tsx')).TestDialog;

/** A test run in its own script, as in the form of a task. */
const TestDialog = (props: Parameters<Awaited<ReturnType<typeof loadTestDialog>>>[0]) => (
  <Lazy load={loadTestDialog} props={props} />
);

const DialogExamples = () => (
  <>
    <Opener
      name="box"
      render={(close) => (
        <Dialog title="Keyboard shortcuts" close={close}>
          {content}
        </Dialog>
      )}
    />
    <Opener
      name="drawer"
      render={(close) => (
        <Dialog title={longText} close={close} kind="drawer">
          {content}
        </Dialog>
      )}
    />
    <Opener
      name="panel"
      render={(close) => (
        <Dialog title="Deploy to production" close={close} kind="panel">
          {content}
        </Dialog>
      )}
    />
    <Opener
      name="confirmation"
      render={(close) => (
        <ConfirmDialog title="Delete template?" confirmLabel="Delete" close={close} run={close}>
          This cannot be undone.
        </ConfirmDialog>
      )}
    />
    <Opener
      name="refused confirmation"
      render={(close) => (
        <ConfirmDialog
          title="Abort release?"
          confirmLabel="Abort"
          close={close}
          run={noop}
          refusal="cannot abort release: it is COMPLETED"
        >
          All tasks in progress stop.
        </ConfirmDialog>
      )}
    />
    <Opener
      name="form, refused by the server"
      render={(close) => (
        <FormDialog title="New folder" submitLabel="Create folder" close={close} run={reject}>
          <TextField label="Title of the folder" isRequired value="Payments" change={noop} />
        </FormDialog>
      )}
    />
    <Opener
      name="form, busy after a press"
      render={(close) => (
        <FormDialog title="New template" submitLabel="Create template" close={close} run={endless}>
          <TextField label="Title of the template" isRequired value="Payments" change={noop} />
        </FormDialog>
      )}
    />
    <Opener name="missing task" render={(close) => <TaskNotFound container="release" close={close} />} />
  </>
);

const loadTrialResult = async () => (await import('../../components/code/trial-result.tsx')).TrialResult;
const error = { type: 'NameError', message: "name 'region' is not defined", line: 2 };

const TestRunExamples = () => (
  <Opener
    name="test run of a script"
    render={(close) => (
      <TestDialog
        taskId="Applications/Release1/Phase1/Task1"
        field="script"
        script={'print "${version}", releaseVariables["region"]\n'}
        keepsPlaceholders={false}
        variables={[]}
        onOutcome={noop}
        close={close}
        goTo={close}
      />
    )}
  />
);

const TrialResultExamples = () => (
  <>
    <Example name="Finished">
      <Lazy
        load={loadTrialResult}
        props={{
          outcome: {
            ...{ result: true, variables: { count: 2 }, changedVariables: { version: '4.13' } },
            ...{ output: `deploy ${longText}\n`, durationMs: 12 },
          },
          script: '',
          goTo: noop,
        }}
      />
    </Example>
    <Example name="Failed">
      <Lazy
        load={loadTrialResult}
        props={{
          outcome: { variables: {}, output: 'started\n', error, durationMs: 3 },
          script: 'print "started"\nprint region',
          goTo: noop,
          decides: false,
        }}
      />
    </Example>
  </>
);

const PanelHeadExamples = () => (
  <>
    <Example name="With a status and an action" isWide>
      <PanelHead above="Manual · Build" title="Compile" status={<StatusBadge status="IN_PROGRESS" />} close={noop}>
        <button type="button" class="main">
          Complete
        </button>
      </PanelHead>
    </Example>
    <Example name="Long title" isWide>
      <PanelHead above={longText} title={longWord} close={noop} />
    </Example>
  </>
);

/** The dialogs. */
export const dialogs: readonly ComponentStates[] = [
  { id: 'dialog', title: 'Dialog', Examples: DialogExamples },
  { id: 'test-dialog', title: 'Test run', Examples: TestRunExamples },
  { id: 'trial-result', title: 'Result of a test run', Examples: TrialResultExamples },
  { id: 'panel-head', title: 'Head of a panel', Examples: PanelHeadExamples },
];
