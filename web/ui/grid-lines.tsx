/** Shows the horizontal lines of a chart's scale. The line of zero is darker. */
export function GridLines({ steps, yOf }: { steps: readonly number[]; yOf: (step: number) => number }) {
  return steps.map((step) => (
    <line
      key={step}
      x1="0"
      x2="100%"
      y1={yOf(step)}
      y2={yOf(step)}
      className={step === 0 ? 'stroke-line-control' : 'stroke-line'}
    />
  ));
}
