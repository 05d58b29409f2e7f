public enum PoolsPlaceholder {}
