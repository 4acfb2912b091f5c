declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      div: unknown;
    }
  }
}
