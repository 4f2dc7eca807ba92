type ArcsProps = { width: number; height: number; radius: number; step: number; count: number; className: string };

/** Shows the sound of a bell as half circles over a horizon: the product's only decoration. */
export function Arcs({ width, height, radius, step, count, className }: ArcsProps) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={className}
    >
      {Array.from({ length: count }, (_, at) => (
        <circle key={at} cx={width / 2} cy={height} r={radius + at * step} opacity={(1 - at / count).toFixed(2)} />
      ))}
      <path d={`M0 ${height - 0.5}h${width}`} />
    </svg>
  );
}
