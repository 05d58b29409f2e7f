enum TestKitPlaceholder {}
