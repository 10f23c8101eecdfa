import { Dialog } from '../../../components/dialog.tsx';
import type { EventScope } from './event-scope.ts';
import { SampleField } from './sample-field.tsx';
import { SampleTree } from './sample-tree.tsx';

interface Props {
  readonly scope: EventScope;
  readonly format: (path: string) => string | null;
  readonly select: (text: string) => void;
  readonly close: () => void;
}

/** A dialog that writes the path to a value of a sample event: a delivery, a typed payload or an example. */
export const PathPicker = ({ scope, format, select, close }: Props) => (
  <Dialog title="Pick a value of the event" close={close}>
    <SampleField scope={scope}>
      {(sample) => sample !== null && <SampleTree sample={sample} format={format} select={select} />}
    </SampleField>
  </Dialog>
);
