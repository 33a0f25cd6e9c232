/** Answers of a closed section in one line, to check them without opening it. */
export const AnswerLine = ({ answers }: { answers: string[] }) =>
  answers
    .filter(answer => answer !== '')
    .map((answer, index) => (
      <span key={answer} suppressHydrationWarning>
        {index > 0 && '\u00a0· '}
        <bdi suppressHydrationWarning>{answer}</bdi>
      </span>
    ))
