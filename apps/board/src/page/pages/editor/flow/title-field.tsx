import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly save: (title: string) => void;
  /** Called after the input was saved or discarded. */
  readonly close: () => void;
}

/** The title of a card as a field. Enter and leaving the field save the input, Escape discards it. */
export function TitleField({ title, save, close }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => input.current?.select(), []);
  const finish = (isSaved: boolean): void => {
    if (isDone.current) return;
    isDone.current = true;
    const text = input.current?.value.trim() ?? '';
    if (isSaved && text !== '' && text !== title) save(text);
    close();
  };
  return (
    <input
      ref={input}
      type="text"
      aria-label="Task title"
      defaultValue={title}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        finish(event.key === 'Enter');
      }}
    />
  );
}
