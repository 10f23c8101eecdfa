import type { ReadonlySignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { Markdown } from '../../components/markdown.tsx';
import { Moment } from '../../components/moment.tsx';

interface Props {
  /** Undefined until the comments are loaded. */
  readonly comments: ReadonlySignal<TaskResponse['comments'] | undefined>;
}

/** The author of generated comments, such as the output of a script. They are not Markdown. */
export const systemAuthor = 'SYSTEM';

/** The comments of a task. */
export const Comments = ({ comments }: Props) =>
  comments.value === undefined || comments.value.length === 0 ? null : (
    <section>
      <h3>Comments</h3>
      <ol class="comments">
        {comments.value.map(({ id, author, date, text }) => (
          <li key={id}>
            <p class="said">
              <bdi>{author}</bdi> <Moment at={date} />
            </p>
            {author === systemAuthor ? <pre>{text}</pre> : <Markdown text={text} />}
          </li>
        ))}
      </ol>
    </section>
  );
